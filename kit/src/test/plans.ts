// Plans of statements as `explain (analyze, format json)` answers them.

type Node = Record<string, unknown> & { Plans?: Node[] }

/** The number of rows that a plan has read from tables, kept or not. Of an index alone only those count that it had to look up in the table. */
export function rowsRead(node: Node): number {
  const number = (name: string) => Number(node[name] ?? 0)
  const own = !node['Relation Name']
    ? 0
    : node['Node Type'] === 'Index Only Scan'
      ? number('Heap Fetches')
      : (number('Actual Rows') + number('Rows Removed by Filter') + number('Rows Removed by Index Recheck')) * number('Actual Loops')
  return Math.round(own) + (node.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0)
}
