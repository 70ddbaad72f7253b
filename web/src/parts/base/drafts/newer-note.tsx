// The warning of an open editor that somebody saved a newer version: what is typed stays as it is.
import { History } from 'lucide-react'
import { useTexts } from '../../../i18n.ts'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button } from '../../../ui/button.tsx'
import { time } from '../../../ui/format.ts'
import type { SavedBy } from './use-versions.tsx'

/** "Ann saved a newer version at 12:31." */
export function useNewerText(): (by: SavedBy) => string {
  const t = useTexts('drafts')
  return ({ name, at, mine }) =>
    mine
      ? at
        ? t('newerMine', { time: time(at) })
        : t('newerOwn')
      : name && at
        ? t('newer', { name, time: time(at) })
        : t('newerSomebody')
}

/** `urgent`: a choice is due. */
export default function NewerNote({
  by,
  touched,
  urgent = false,
  onShow,
}: {
  by: SavedBy
  touched: boolean
  urgent?: boolean
  onShow: () => void
}) {
  const t = useTexts('drafts')
  const text = useNewerText()(by)
  return (
    <Banner
      tone="warn"
      urgent={urgent}
      icon={History}
      action={
        <Button variant="link" onClick={onShow}>
          {t(touched ? 'seeDifference' : 'showNewer')}
        </Button>
      }
    >
      {text}
    </Banner>
  )
}
