// Counts of a question's answers, as bars with their numbers; and the texts of its parts, by which answers are counted.
import { useTexts } from '../../../i18n.ts'
import { plainText } from '../../../question-types/parts/plain-text.ts'
import { classes } from '../../../ui/class-names.ts'
import { number } from '../../../ui/format.ts'

type Row = { key: string; name: string; count: number; right?: boolean | null }

/** `after` follows the number: its share. Texts of the `exam-work` feature. */
export function AnswerBars({ caption, rows, after }: { caption: string; rows: readonly Row[]; after?: (count: number) => string }) {
  const t = useTexts('exam-work')
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <table className="w-full text-small">
      <caption className="screen-reader">{caption}</caption>
      <tbody>
        {rows.map(({ key, name, count, right }) => (
          <tr key={key}>
            <th scope="row" className={classes('w-2/5 py-1 pr-3 text-left font-normal wrap-break-word', right && 'font-semibold')}>
              {name}
              {right && <span className="text-ok-text"> · {t('right')}</span>}
            </th>
            <td className="py-1">
              <span className="flex items-center gap-2">
                <span
                  aria-hidden
                  style={{ width: `${(count / most) * 70}%` }}
                  className={classes('h-3.5 min-w-px rounded-[2px]', right ? 'bg-ok' : 'bg-[var(--chart-1)]')}
                />
                <span className="tabular whitespace-nowrap">
                  {number(count)}
                  {after && <span className="text-text-3"> · {after(count)}</span>}
                </span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The name of an answer as it is counted: an id of an option, `row=column`, `place=item`, or what was typed. */
export function partNames(content: unknown): (answer: string) => string {
  const names = new Map<string, string>()
  const walk = (value: unknown) => {
    if (Array.isArray(value)) for (const one of value) walk(one)
    else if (value && typeof value === 'object') {
      const { id, text } = value as { id?: unknown; text?: unknown }
      if (typeof id === 'string' && typeof text === 'string') names.set(id, plainText(text))
      for (const one of Object.values(value)) walk(one)
    }
  }
  walk(content)
  return (answer) => {
    const parts = answer.split('=')
    return parts.some((part) => names.has(part)) ? parts.map((part) => names.get(part) ?? part).join(' · ') : answer
  }
}
