// Three-way comparison of two versions of a text, by paragraphs, against the version both began from. Pure.
export type Side = 'mine' | 'theirs'
export type Choice = Side | 'both'
export type Row =
  /** Unchanged, or changed alike on both sides. */
  | { kind: 'same'; parts: string[] }
  /** `by`: who has changed it. A change of one side alone is taken by itself; `both` needs a choice. */
  | { kind: 'changed'; by: Choice; mine: string[]; theirs: string[] }

/** Larger tables of comparison are not computed: the part that differs is one row then. */
const mostCells = 4_000_000

const equal = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((part, at) => part === b[at])

/** The index in `b` of each part of `a` that belongs to a longest common subsequence, -1 for the others. */
export function matches(a: readonly string[], b: readonly string[]): number[] {
  const found = a.map(() => -1)
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) found[start] = start++
  let [endA, endB] = [a.length, b.length]
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) found[--endA] = --endB
  const [rows, columns] = [endA - start, endB - start]
  if (rows * columns === 0 || rows * columns > mostCells) return found
  const width = columns + 1
  const lengths = new Uint32Array((rows + 1) * width)
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--)
      lengths[row * width + column] =
        a[start + row] === b[start + column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  for (let row = 0, column = 0; row < rows && column < columns; ) {
    if (a[start + row] === b[start + column]) found[start + row++] = start + column++
    else if (at(row + 1, column) >= at(row, column + 1)) row++
    else column++
  }
  return found
}

/** Without a base nobody knows who changed what: all that differs needs a choice. */
export function compare(base: readonly string[] | undefined, mine: readonly string[], theirs: readonly string[]): Row[] {
  const shared = base ? [] : matches(mine, theirs)
  const isShared = (at: number) => (shared[at] ?? -1) >= 0
  const common = base ?? mine.filter((_, at) => isShared(at))
  const inMine = base ? matches(base, mine) : [...mine.keys()].filter(isShared)
  const inTheirs = base ? matches(base, theirs) : shared.filter((at) => at >= 0)
  const rows: Row[] = []
  let [fromBase, fromMine, fromTheirs] = [0, 0, 0]
  const addUntil = (toBase: number, toMine: number, toTheirs: number) => {
    const parts = [common.slice(fromBase, toBase), mine.slice(fromMine, toMine), theirs.slice(fromTheirs, toTheirs)] as const
    for (const row of rowsOf(...parts, base !== undefined)) push(rows, row)
    ;[fromBase, fromMine, fromTheirs] = [toBase, toMine, toTheirs]
  }
  for (let at = 0; at < common.length; at++) {
    const [mineAt, theirsAt] = [inMine[at] ?? -1, inTheirs[at] ?? -1]
    if (mineAt < 0 || theirsAt < 0) continue
    addUntil(at, mineAt, theirsAt)
    addUntil(at + 1, mineAt + 1, theirsAt + 1)
  }
  addUntil(common.length, mine.length, theirs.length)
  return rows
}

/** Neighbouring paragraphs changed on different sides are rows of their own where their number shows which belong together. */
function rowsOf(base: string[], mine: string[], theirs: string[], known: boolean): Row[] {
  if (base.length > 1 && mine.length === base.length && theirs.length === base.length)
    return base.flatMap((part, at) => rowsOf([part], mine.slice(at, at + 1), theirs.slice(at, at + 1), known))
  if (equal(mine, theirs)) return mine.length > 0 ? [{ kind: 'same', parts: mine }] : []
  const by = !known ? 'both' : equal(base, theirs) ? 'mine' : equal(base, mine) ? 'theirs' : 'both'
  return [{ kind: 'changed', by, mine, theirs }]
}

function push(rows: Row[], row: Row) {
  const last = rows.at(-1)
  if (row.kind === 'same' && last?.kind === 'same') last.parts.push(...row.parts)
  else rows.push(row.kind === 'same' ? { kind: 'same', parts: [...row.parts] } : row)
}

/** The side that is taken when nobody chooses; undefined: somebody has to. */
export const presetOf = (row: Row): Side | undefined => (row.kind === 'changed' && row.by !== 'both' ? row.by : undefined)

/** The text of these rows; `choices` by the row's index. A row without a choice keeps both sides, so that nothing is lost. */
export const merge = (rows: readonly Row[], choices: Readonly<Record<number, Choice | undefined>> = {}): string[] =>
  rows.flatMap((row, at) => {
    if (row.kind === 'same') return row.parts
    const choice = choices[at] ?? presetOf(row) ?? 'both'
    return [...(choice === 'theirs' ? [] : row.mine), ...(choice === 'mine' ? [] : row.theirs)]
  })

const isReplaced = (row: Row | undefined) => row?.kind === 'changed' && row.mine.length > 0 && row.theirs.length > 0
/** A change of words: `mine` the earlier, `theirs` the new. The gap between two replaced words is part of the change: a phrase, not words. */
export function compareWords(before: readonly string[], after: readonly string[]): Row[] {
  const rows = compare(undefined, before, after)
  return rows.reduce<Row[]>((joined, row, at) => {
    const last = joined.at(-1)
    const isGap = row.kind === 'same' && !row.parts.join('').trim() && isReplaced(rows[at + 1])
    if (last?.kind !== 'changed' || !isReplaced(last) || (row.kind === 'same' && !isGap)) return [...joined, row]
    const [mine, theirs] = row.kind === 'same' ? [row.parts, row.parts] : [row.mine, row.theirs]
    return [...joined.slice(0, -1), { ...last, mine: [...last.mine, ...mine], theirs: [...last.theirs, ...theirs] }]
  }, [])
}

/** Of the words of `a`, whether `b` lacks each; nothing where the texts are too long to compare. */
export function lacking(a: readonly string[], b: readonly string[]): boolean[] {
  return a.length * b.length > mostCells ? [] : matches(a, b).map((at) => at < 0)
}
