#!/bin/bash
# fresh-debian.sh [-u] [-p packages] [suite [make target...]]: what somebody new
# meets. Makes a bare Debian (bookworm unless a suite is named) below /tmp, in it
# git, make, gcc and nothing else, copies this checkout into a home there that
# user postgres cannot read, runs make test and make demo (or the targets named),
# and removes it all. Needs root, debootstrap and the network; apt's settings
# are those of this machine.
#   -u  as a normal user with sudo instead of root
#   -p  packages to be there before, as in -p 'postgresql-15 libpq-dev'
set -eu
here=$(cd "$(dirname "$0")/../.." && pwd)
user=root home=/root packages='git make gcc'
while getopts up: option; do
	case $option in
		u) user=newcomer home=/home/newcomer packages="$packages sudo" ;;
		p) packages="$packages $OPTARG" ;;
		*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
suite=${1:-bookworm}
[ $# = 0 ] || shift
[ $# != 0 ] || set -- test demo

mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.{list,sources} 2>/dev/null |
	sed -nE 's/^(URIs:|deb( \[.*\])?) *(https?:[^ ]+).*/\3/p' | grep -v security | head -n 1)
root=$(mktemp -d /tmp/fresh-debian.XXXXXX)
chmod 755 "$root"
finish() {
	trap '' INT TERM
	umount -l "$root/dev/shm" 2>/dev/null || true
	rm -rf --one-file-system "$root"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

# Runs a script in there as a user; its processes do not outlive it.
inside() {
	unshare --mount --pid --fork --kill-child --mount-proc="$root/proc" \
		env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C \
		${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
		chroot "$root" runuser -u "$1" -- env HOME="$home" bash -c "$2"
}

echo "==> $suite from $mirror, then $packages"
debootstrap --variant=minbase --include=ca-certificates "$suite" "$root" "$mirror" >"$root/log" ||
	{ tail "$root/log"; exit 1; }
cp /etc/resolv.conf /etc/hosts "$root/etc/"
cp -r /etc/apt/apt.conf.d /etc/apt/auth.conf.d "$root/etc/apt/" 2>/dev/null || true
cp -r /usr/local/share/ca-certificates "$root/usr/local/share/" 2>/dev/null || true
echo "deb $mirror $suite main" >"$root/etc/apt/sources.list"
mount -t tmpfs tmpfs "$root/dev/shm"
inside root "update-ca-certificates
	apt-get update && DEBIAN_FRONTEND=noninteractive apt-get -y install --no-install-recommends $packages" \
	>"$root/log" 2>&1 || { tail "$root/log"; exit 1; }
if [ $user != root ]; then
	inside root "useradd -m -s /bin/bash $user"
	echo "$user ALL=(ALL) NOPASSWD: ALL" >"$root/etc/sudoers.d/$user"
fi
mkdir "$root$home/memocite"
tar -C "$here" --exclude='*.o' --exclude='*.bc' --exclude='*.so' --exclude=./build -cf - . |
	tar -C "$root$home/memocite" -xf -
inside root "chown -R $user $home && chmod 700 $home"

# What must be the same afterwards: clusters, their files, services' settings.
state() {
	inside root 'find /etc/postgresql /etc/postgresql-common/createcluster.conf /usr/sbin/policy-rc.d \
		/var/lib/postgresql /tmp -type f 2>/dev/null | sort | xargs -r md5sum
		pg_lsclusters -h 2>/dev/null || true'
}
before=$(state)
status=0
for target in "$@"; do
	echo "==> make $target"
	inside $user "cd ~/memocite && make $target" || status=1
done
echo "==> what changed in PostgreSQL's files and /tmp"
diff <(echo "$before") <(state) || true
exit $status
