// Addresses of a meeting: to join, its stream, its recording.
import { ExternalLink } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { buttonLook } from '../../../ui/button.tsx'

type Address = string | null | undefined

export function MeetingAddresses({ join, live, replay }: { join: Address; live?: Address; replay?: Address }) {
  const t = useTexts('calendar')
  const addresses = [
    [join, t('join')],
    [live, t('liveAddress')],
    [replay, t('replayAddress')],
  ] as const
  if (addresses.every(([address]) => !address)) return null
  return (
    <p className="flex flex-wrap gap-2">
      {addresses.map(
        ([address, label]) =>
          address && (
            <a key={label} href={address} target="_blank" rel="noreferrer" className={buttonLook('secondary')}>
              <ExternalLink aria-hidden size={16} />
              {label}
            </a>
          ),
      )}
    </p>
  )
}
