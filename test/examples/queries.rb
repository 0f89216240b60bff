# queries.rb FILE: the queries of a file for postgres_exporter, one a line: namespace, tab, columns as declared, tab, the
# query in one line.
require 'yaml'

YAML.safe_load(File.read(ARGV[0])).each do |namespace, entry|
  columns = entry['metrics'].flat_map { |metric| metric.map { |name, about| about['usage'] == 'LABEL' ? "#{name}:label" : name } }
  puts [namespace, columns.join(','), entry['query'].gsub(/\s+/, ' ').strip].join("\t")
end
