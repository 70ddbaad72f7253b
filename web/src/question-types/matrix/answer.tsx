// Rows that each take one of the same columns, or several. On a phone every row is a group of its own.
import { useId } from 'react'
import { RichText } from '../../ui/text/rich-text.tsx'
import type { AnswerProps } from '../definition.ts'
import { plainText } from '../parts/plain-text.ts'

export function MatrixAnswer({ content: { rows, columns, multiple = false }, answer, onAnswer, labelledBy, files }: AnswerProps<'matrix'>) {
  const name = useId()
  const give = (row: string, column: string) => {
    const before = answer?.rows[row] ?? []
    const after = !multiple
      ? [column]
      : columns.map(({ id }) => id).filter((id) => (id === column ? !before.includes(id) : before.includes(id)))
    const given = Object.fromEntries(Object.entries({ ...answer?.rows, [row]: after }).filter(([, list]) => list.length > 0))
    onAnswer?.(Object.keys(given).length > 0 ? { rows: given } : undefined)
  }
  return (
    <div role="group" aria-labelledby={labelledBy} className="flex flex-col">
      <div
        aria-hidden
        className="hidden gap-2 pb-2 text-caption text-text-2 tablet:grid"
        style={{ gridTemplateColumns: `minmax(160px, 2fr) repeat(${columns.length}, minmax(56px, 1fr))` }}
      >
        <span />
        {columns.map(({ id, text }) => (
          <span key={id} className="text-center">
            {plainText(text)}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles take a name
        <div
          key={row.id}
          role={multiple ? 'group' : 'radiogroup'}
          aria-labelledby={`${name}-${row.id}`}
          className="grid gap-2 border-t border-line py-2 max-tablet:!grid-cols-1 tablet:items-center"
          style={{ gridTemplateColumns: `minmax(160px, 2fr) repeat(${columns.length}, minmax(56px, 1fr))` }}
        >
          <span id={`${name}-${row.id}`}>
            <RichText html={row.text} files={files} size="body" />
          </span>
          {columns.map((column) => (
            <label key={column.id} className="flex min-h-8 items-center gap-2 tablet:justify-center max-tablet:min-h-11">
              <input
                type={multiple ? 'checkbox' : 'radio'}
                name={`${name}-${row.id}`}
                checked={answer?.rows[row.id]?.includes(column.id) ?? false}
                aria-disabled={!onAnswer || undefined}
                aria-label={plainText(column.text)}
                onChange={() => onAnswer && give(row.id, column.id)}
                className={`size-5 accent-(--accent)`}
              />
              <span aria-hidden className="text-body tablet:hidden">
                {plainText(column.text)}
              </span>
            </label>
          ))}
        </div>
      ))}
    </div>
  )
}
