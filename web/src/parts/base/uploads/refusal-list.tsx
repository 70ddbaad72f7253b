// The list of refused files, each under what is wrong with it and with its reason; at most 50 by name.
import { CircleAlert } from 'lucide-react'
import type { Refusal } from './file-rules.ts'
import { useTexts } from '../../../i18n.ts'
import { groupRefusals } from './plan.ts'
import { useRefusalText } from './refusal-text.ts'

const mostNames = 50

/** `counted`: begins with the number of all of them, where no title says so. */
export function RefusalList({
  refused,
  counted = true,
  className,
}: {
  refused: readonly Refusal[]
  counted?: boolean
  className?: string
}) {
  const t = useTexts('upload')
  const refusalText = useRefusalText()
  if (refused.length === 0) return null
  const Heading = counted ? 'h4' : 'h3'
  const named = new Set(refused.slice(0, mostNames))
  return (
    <section className={className} aria-label={t('unsupportedList')}>
      {counted && <h3 className="mb-2 text-small font-semibold">{t('unsupportedCount', { count: refused.length })}</h3>}
      {groupRefusals(refused).map(([group, files]) => (
        <div key={group} className="not-last:mb-3">
          <Heading className="flex items-center gap-1.5 text-small font-semibold text-bad-text">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="shrink-0" />
            {t(`refused.${group}`, { count: files.length })}
          </Heading>
          <ul className="mt-1 divide-y divide-line">
            {files
              .filter((refusal) => named.has(refusal))
              .map((refusal) => (
                <li key={refusal.name} className="py-1.5 text-small">
                  <span className="font-medium break-all">{refusal.name}</span>
                  <span className="block text-caption text-text-2">{refusalText.file(refusal)}</span>
                </li>
              ))}
          </ul>
        </div>
      ))}
      {refused.length > mostNames && <p className="text-caption text-text-2">{t('andMore', { count: refused.length - mostNames })}</p>}
    </section>
  )
}
