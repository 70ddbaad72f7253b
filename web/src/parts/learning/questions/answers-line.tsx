// The answers of a question in one line: options with the right ones ticked, accepted texts, pairs.
import { Check } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { plainText } from '../../../question-types/parts/plain-text.ts'
import { answerPartsOf } from './answer-parts.ts'

const most = 8
type Props = { content: Readonly<Record<string, unknown>>; keyOf: Readonly<Record<string, unknown>> }

/** Nothing where it has none. `keyOf` is its key. */
export function AnswersLine({ content, keyOf }: Props) {
  const q = useTexts('questions')
  const parts = answerPartsOf(content, keyOf, { true: q('true'), false: q('false') }, plainText)
  if (parts.length === 0) return null
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-0.5 text-small text-text-2">
      {parts.slice(0, most).map(({ text, right }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: in their order
        <span key={at} className="inline-flex min-w-0 max-w-full items-start gap-1">
          {right && <Check role="img" aria-label={q('verdict.right')} size={14} strokeWidth={2} className="mt-0.5 shrink-0 text-ok-text" />}
          <span className="min-w-0 wrap-break-word">{text.length > 120 ? `${text.slice(0, 119)}…` : text}</span>
        </span>
      ))}
      {parts.length > most && <span>+{parts.length - most}</span>}
    </span>
  )
}
