// The list of refused files, each with its reason; at most 50 by name.
import { CircleAlert } from 'lucide-react'
import type { Refusal } from './file-rules.ts'
import { useTexts } from '../../i18n.ts'
import { sizeNote } from './plan.ts'
import { useRefusalText } from './refusal-text.ts'

export function RefusalList({ refused, className }: { refused: readonly Refusal[]; className?: string }) {
  const t = useTexts('upload')
  const refusalText = useRefusalText()
  if (refused.length === 0) return null
  const note = sizeNote(refused)
  return (
    <section className={className} aria-label={t('unsupportedList')}>
      <h3 className="flex items-center gap-1.5 text-small font-semibold text-bad-text">
        <CircleAlert aria-hidden size={16} strokeWidth={1.75} />
        {t('unsupportedCount', { count: refused.length })}
      </h3>
      {note && <p className="text-caption text-text-2">{t(`size.${note}`)}</p>}
      <ul className="mt-1 divide-y divide-line">
        {refused.slice(0, 50).map((refusal) => (
          <li key={`${refusal.name} ${refusal.code}`} className="py-1.5 text-small">
            <span className="font-medium break-all">{refusal.name}</span>
            <span className="block text-caption text-text-2">{refusalText.file(refusal)}</span>
          </li>
        ))}
      </ul>
      {refused.length > 50 && <p className="text-caption text-text-2">{t('andMore', { count: refused.length - 50 })}</p>}
    </section>
  )
}
