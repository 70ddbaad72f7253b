// The numbered comments on a work, beside it: a click shows the place.
import { useTexts } from '../../i18n.ts'
import type { Mark } from '../../anchors/mark.ts'

export function CommentList({
  marks,
  numbers,
  onGo,
}: {
  marks: readonly Mark[]
  numbers: ReadonlyMap<string, number>
  onGo: (mark: Mark) => void
}) {
  const t = useTexts('marking')
  const spoken = marks
    .filter(({ id, text }) => numbers.has(id) && text !== '')
    .sort((a, b) => (numbers.get(a.id) ?? 0) - (numbers.get(b.id) ?? 0))
  if (spoken.length === 0) return null
  return (
    <section className="px-4 py-3">
      <h3 className="mb-1 text-body font-semibold">{t('commentsOnWork', { count: spoken.length })}</h3>
      <ol className="-mx-2">
        {spoken.map((mark) => (
          <li key={mark.id}>
            <button
              type="button"
              onClick={() => onGo(mark)}
              className="flex min-h-8 w-full items-start gap-2 rounded-control px-2 py-1 text-left hover:bg-hover"
            >
              <span
                style={{ background: mark.colour }}
                className="mt-px inline-flex size-5 shrink-0 items-center justify-center rounded-full text-caption font-bold text-[#fff]"
              >
                {String(numbers.get(mark.id))}
              </span>
              <span className="min-w-0 flex-1 wrap-break-word whitespace-pre-wrap">{mark.text}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
