#!/bin/bash
# source.sh PACKAGE DIRECTORY: a source package of Debian, unpacked into the directory, by
# apt settings of our own: those of the system need not list sources. A newer version than
# the mirror still has is passed over. What it downloads stays in the working directory.
set -eu
package=$1 directory=$2
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
	sed -nE 's/^(URIs:|deb( \[.*\])?) *(https?:[^ ]+).*/\3/p' | grep debian | grep -v security | head -n 1)
mkdir -p lists/partial
{
	echo "deb-src $mirror $suite main"
	echo "deb-src $mirror $suite-updates main"
	echo "deb-src ${mirror%/}-security $suite-security main"
} >sources.list
apt=(-q -o "Dir::Etc::SourceList=$PWD/sources.list" -o Dir::Etc::SourceParts=-
	-o "Dir::State::Lists=$PWD/lists" -o APT::Sandbox::User=root)
apt-get "${apt[@]}" update
for version in $(apt-cache "${apt[@]}" showsrc "$package" | sed -n 's/^Version: //p' | sort -Vr); do
	if apt-get "${apt[@]}" --download-only source "$package=$version"; then
		dpkg-source -x "$package"_*.dsc "$directory"
		exit
	fi
done
exit 1
