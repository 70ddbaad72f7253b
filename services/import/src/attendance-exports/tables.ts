// Tables of attendance for spreadsheets, written page by page: CSV and XLSX with the same columns, in the six languages. Times are by the clock of the
// organisation.
import type { contracts as activityContracts } from '@lyceum/activity/contracts'
import type { Reply } from '@lyceum/kit/calls/contract'
import { csvLines, csvOf } from '@lyceum/kit/text/csv'
import { localOf } from '@lyceum/kit/text/time-zones'
import { writeXlsxStream } from 'hucre/xlsx'
import en from '../i18n/en/attendance-export.json' with { type: 'json' }
import id from '../i18n/id/attendance-export.json' with { type: 'json' }
import ms from '../i18n/ms/attendance-export.json' with { type: 'json' }
import th from '../i18n/th/attendance-export.json' with { type: 'json' }
import zhCN from '../i18n/zh-CN/attendance-export.json' with { type: 'json' }
import zhTW from '../i18n/zh-TW/attendance-export.json' with { type: 'json' }

type Lines = Reply<(typeof activityContracts)['GET /api/courses/:id/attendance/rows']>
export type Line = Lines['items'][number]
type Texts = typeof en
const textsOf: Record<string, Texts> = { en, 'zh-CN': zhCN, 'zh-TW': zhTW, th, id, ms }
/** English for a language that is none of the six. */
export const attendanceTexts = (lang: string): Texts => (Object.hasOwn(textsOf, lang) && textsOf[lang]) || en

const counted = ['present', 'late', 'excused', 'left_early', 'absent'] as const

type Pages = AsyncIterable<Line[]>
type Writer = (pages: Pages) => AsyncIterable<string | Uint8Array>

/** A share is a number in per cent; texts stand in the sheet as texts: none is a formula. */
export function writersOf(columns: Lines['columns'], texts: Texts, zone: string): Record<'csv' | 'xlsx', Writer> {
  const timeOf = (at: string) => new Date(localOf(zone, Date.parse(at))).toISOString().slice(0, 16).replace('T', ' ')
  const head = [
    ...(['name', 'number', 'share'] as const).map((key) => texts[key]),
    ...counted.map((state) => texts[`state.${state}`]),
    ...columns.map(({ at, title }) => `${timeOf(at)} ${title}`),
  ]
  const cellsOf = ({ person, percent, cells, ...totals }: Line): (string | number | null)[] => {
    const byCall = new Map(cells.map(({ roll_call_id, state }) => [roll_call_id, state]))
    return [
      person.name,
      person.user_no,
      percent,
      ...counted.map((state) => totals[state]),
      ...columns.map(({ roll_call_id }) => {
        const state = byCall.get(roll_call_id)
        return state ? texts[`state.${state}`] : null
      }),
    ]
  }
  return {
    async *csv(pages) {
      yield csvOf([head])
      for await (const lines of pages) yield csvLines(lines.map((line) => cellsOf(line).map((cell) => (cell === null ? '' : String(cell)))))
    },
    xlsx: (pages) =>
      writeXlsxStream(
        (async function* () {
          for await (const lines of pages) for (const line of lines) yield cellsOf(line)
        })(),
        {
          name: texts.attendance,
          freezePane: { rows: 1, columns: 1 },
          columns: head.map((header, nth) => ({ header, width: nth === 0 ? 24 : nth < 8 ? 12 : 18 })),
        },
      ),
  }
}
