# Reads {"deal", "markdown"} a line, prints {"deal", "renderer", "html", "warning"} a line: kramdown. Of its warnings,
# those about footnotes count; the others are about the HTML that agents wrote.
require "json"
require "kramdown"
require "kramdown-parser-gfm"

STDIN.each_line do |line|
  memo = JSON.parse(line)
  document = Kramdown::Document.new(memo["markdown"], input: "GFM", auto_ids: false)
  html = document.to_html
  puts JSON.generate(deal: memo["deal"], renderer: "kramdown", html: html, warning: document.warnings.grep(/footnote/i).join("; "))
end
