#!/bin/bash
# picture.sh: makes docs/before-and-after.png of what `make demo` leaves: the
# drafts of two agents (build/demo/*.txt) beside the finished page (memo.html).
# Needs Debian's chromium and pngquant.
set -eu
cd "$(dirname "$0")/../.."
[ -f memo.html ] && [ -f build/demo/financial.txt ] || { echo "run make demo first" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A draft's first paragraphs, with its markers in colour.
draft() {
	head -c 1100 "build/demo/$1.txt" | sed -E 's/&/\&amp;/g; s/</\&lt;/g; s/\[[^]]*\]/<b>&<\/b>/g'
}

# The page begins at the chapter of the first draft.
chapter=$(sed -nE 's/.*<h2 id="([^"]*)">Financial Analysis.*/\1/p' memo.html)
sed 's/<\/head>/<style>html { scroll-behavior: auto }<\/style>&/' memo.html >"$work/memo.html"

cat >"$work/picture.html" <<EOF
<!doctype html><meta charset="utf-8"><style>
body { margin: 0; width: 1200px; height: 640px; background: #f3f4f6; font: 15px/1.5 sans-serif; position: fixed; inset: 0; overflow: clip }
html { overflow: clip }
h2 { font-size: 15px; color: #555; margin: 0 0 6px }
pre { margin: 0; padding: 12px 14px; height: 240px; width: 420px; background: #fff; border: 1px solid #d0d4da; border-radius: 6px;
  font: 12px/1.5 monospace; white-space: pre-wrap; overflow: hidden }
b { color: #b42318 }
.left { position: absolute; left: 24px; width: 450px }
.arrow { position: absolute; left: 484px; top: 285px; width: 66px; text-align: center; font-size: 40px; color: #667 }
.right { position: absolute; left: 560px; top: 20px }
iframe { width: 780px; height: 736px; border: 1px solid #d0d4da; border-radius: 6px; background: #fff; transform: scale(.79); transform-origin: 0 0 }
</style>
<div class="left" style="top: 20px"><h2>Agent "financial" wrote</h2><pre>$(draft financial)</pre></div>
<div class="left" style="top: 332px"><h2>Agent "risk" wrote</h2><pre>$(draft risk)</pre></div>
<div class="arrow">&#10142;</div>
<div class="right"><h2>memo_finalize made</h2><iframe src="memo.html#$chapter"></iframe></div>
EOF
chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
	--disable-component-update --disable-sync --user-data-dir="$work/profile" --hide-scrollbars \
	--allow-file-access-from-files --window-size=1200,640 --screenshot="$work/picture.png" "file://$work/picture.html" >/dev/null 2>&1
pngquant --force --output docs/before-and-after.png 32 "$work/picture.png"
echo "docs/before-and-after.png"
