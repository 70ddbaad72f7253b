// Tables of people for spreadsheets, written page by page: CSV and XLSX with the same columns, in the six languages. Times are by the clock of the
// organisation.
import type { contracts as identityContracts } from '@lyceum/identity/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'
import { csvLines, csvOf } from '@lyceum/kit/text/csv'
import { localOf } from '@lyceum/kit/text/time-zones'
import { writeXlsxStream } from 'hucre/xlsx'
import en from '../i18n/en/people-export.json' with { type: 'json' }
import id from '../i18n/id/people-export.json' with { type: 'json' }
import ms from '../i18n/ms/people-export.json' with { type: 'json' }
import th from '../i18n/th/people-export.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/people-export.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/people-export.json' with { type: 'json' }

export type ExportedPerson = Reply<(typeof identityContracts)['GET /api/users/rows']>['items'][number]
type Texts = typeof en
const textsOf: Record<string, Texts> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
/** English for a language that is none of the six. */
export const exportTexts = (lang: string): Texts => (Object.hasOwn(textsOf, lang) && textsOf[lang]) || en

type Cell = string | Date | null
type Column = { head: keyof Texts; width: number; cell: (one: ExportedPerson, texts: Texts) => string | null; time?: never } | TimeColumn
type TimeColumn = { head: keyof Texts; width: number; time: 'until' | 'seen_at' | 'created_at' }

const columns: readonly Column[] = [
  { head: 'name', width: 24, cell: ({ name }) => name },
  { head: 'number', width: 16, cell: ({ user_no }) => user_no },
  { head: 'roles', width: 24, cell: ({ roles }, texts) => roles.map((role) => texts[`role.${role}`]).join(', ') },
  { head: 'department', width: 24, cell: ({ department }) => department?.name ?? null },
  { head: 'grade', width: 12, cell: ({ grade }) => grade?.name ?? null },
  { head: 'klass', width: 16, cell: ({ klass }) => klass?.name ?? null },
  { head: 'program', width: 24, cell: ({ program }) => program?.name ?? null },
  { head: 'email', width: 30, cell: ({ email }) => email ?? null },
  { head: 'state', width: 12, cell: ({ state }, texts) => texts[`state.${state}`] },
  { head: 'until', width: 18, time: 'until' },
  { head: 'lastSeen', width: 18, time: 'seen_at' },
  { head: 'memberSince', width: 18, time: 'created_at' },
]

/** A time is a date whose parts in UTC are those that the clock of the zone shows. */
const cellsOf = (one: ExportedPerson, texts: Texts, zone: string): Cell[] =>
  columns.map((column) => {
    if (!column.time) return column.cell(one, texts)
    const time = one[column.time]
    return time === null ? null : new Date(localOf(zone, Date.parse(time)))
  })
const headOf = ({ head, time }: Column, texts: Texts, zone: string) => (time ? `${texts[head]} (${zone})` : texts[head])

type Pages = AsyncIterable<ExportedPerson[]>
type Writer = (pages: Pages, texts: Texts, zone: string) => AsyncIterable<string | Uint8Array>

async function* csv(pages: Pages, texts: Texts, zone: string): AsyncGenerator<string> {
  const textOf = (cell: Cell) => (cell instanceof Date ? cell.toISOString().slice(0, 16).replace('T', ' ') : (cell ?? ''))
  yield csvOf([columns.map((column) => headOf(column, texts, zone))])
  for await (const people of pages) yield csvLines(people.map((one) => cellsOf(one, texts, zone).map(textOf)))
}

/** Texts stand in the sheet as texts: none is a formula. */
const xlsx: Writer = (pages, texts, zone) =>
  writeXlsxStream(
    (async function* () {
      for await (const people of pages) for (const one of people) yield cellsOf(one, texts, zone)
    })(),
    {
      name: texts.people,
      freezePane: { rows: 1 },
      columns: columns.map((column) => ({
        header: headOf(column, texts, zone),
        width: column.width,
        ...(column.time && { style: { numFmt: 'yyyy-mm-dd hh:mm' } }),
      })),
    },
  )

export const writers: Record<'csv' | 'xlsx', Writer> = { csv, xlsx }
