// The beginning of a register's files, for a look at their letters and columns; and empty files to begin with.
import type { Actor } from '@lyceum/kit/calls/actor'
import { refused } from '@lyceum/kit/calls/errors'
import { limitConcurrency } from '@lyceum/kit/limit-concurrency'
import type { RosterKind } from '@lyceum/kit/rosters/api'
import { csvOf } from '@lyceum/kit/text/csv'
import type { Encoding } from '@lyceum/kit/text/encodings'
import { refusalFor } from '../calls-of-people.ts'
import type { Deps } from '../deps.ts'
import type { ImportKind } from './api.ts'
import { kinds, type Mapping, missingField } from './fields.ts'
import { filesOf } from './files.ts'
import { readFiles } from './reading.ts'

const shown = { lines: 20, columns: 50, letters: 200 }
const short = (cells: string[]) => cells.slice(0, shown.columns).map((cell) => [...cell].slice(0, shown.letters).join(''))

/** Each has a thread, and a folder for its archives. */
const limited = limitConcurrency(2)

type Look = { kind: ImportKind; upload_ids: string[]; encoding?: Encoding; mapping?: Mapping; isStrict?: boolean; signal: AbortSignal }
/** `isStrict`: 400 roster.columnMissing where a field that is needed has no column. */
export async function previewFiles(
  deps: Deps,
  { org }: Actor,
  token: string,
  { kind, upload_ids, encoding, mapping = {}, isStrict, signal }: Look,
) {
  const files = await limited(async () => {
    signal.throwIfAborted()
    const sources = await filesOf(deps, { token, org }, upload_ids).catch((error: unknown) => {
      throw refusalFor(error)
    })
    return await readFiles({ files: sources, kind, mapping, encoding: encoding ?? null, look: shown.lines }, async () => {}, signal)
  })
  return {
    files: files.map((file) => {
      const fields = kind !== 'oneroster' && file.kind ? kinds[file.kind].fields : []
      const missing = fields.length > 0 ? missingField(file.kind!, file.mapping) : undefined
      if (isStrict && missing) throw refused(400, 'roster.columnMissing', { file: file.name, column: missing })
      return {
        name: file.name,
        kind: file.kind,
        encoding: file.encoding,
        replaced: file.replaced,
        columns: short(file.columns),
        lines: file.first.map(short),
        mapping: file.mapping,
        fields: fields
          .map(({ name }) => ({ name, needed: kinds[file.kind!].needed.includes(name) }))
          .toSorted((a, b) => Number(b.needed) - Number(a.needed)),
      }
    }),
  }
}

/** The columns of a kind, without lines: whoever fills it in imports nobody else. */
export const templateOf = (kind: RosterKind): { name: string; content: string } => {
  const names = kinds[kind].fields.flatMap(({ name, isForeign }) => (isForeign ? [] : [name]))
  return { name: `${kind.replace('_', '-')}.csv`, content: csvOf([names]) }
}
