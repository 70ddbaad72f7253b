// Counts by row and column: each cell with its number, the larger the darker. On a phone it scrolls by itself.
import { number } from '../../ui/format.ts'

type Named = { id: string; name: string }

export function Grid({
  caption,
  rows,
  columns,
  count,
}: {
  caption: string
  rows: readonly Named[]
  columns: readonly Named[]
  count: (row: string, column: string) => number
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls it
    <section aria-label={caption} tabIndex={0} className="overflow-x-auto">
      <table className="w-full border-separate border-spacing-0.5 text-small">
        <caption className="screen-reader">{caption}</caption>
        <thead>
          <tr>
            <td />
            {columns.map(({ id, name }) => (
              <th key={id} scope="col" className="min-w-14 px-1.5 py-1 text-center align-bottom font-medium text-text-2 wrap-break-word">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id: row, name }) => {
            const counts = columns.map(({ id }) => count(row, id))
            const all = Math.max(1, ...counts)
            return (
              <tr key={row}>
                <th scope="row" className="min-w-28 py-1 pr-3 text-left font-normal wrap-break-word">
                  {name}
                </th>
                {counts.map((each, at) => (
                  <td
                    key={columns[at]?.id}
                    style={{ background: `color-mix(in srgb, var(--chart-1) ${Math.round((each / all) * 40)}%, transparent)` }}
                    className="tabular rounded-[3px] px-1.5 py-1.5 text-center"
                  >
                    {number(each)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}
