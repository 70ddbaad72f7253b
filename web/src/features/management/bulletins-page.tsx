// The organisation's bulletins for those who write them, /management/bulletins.
import { useTexts } from '../../i18n.ts'
import { ManagedBulletins } from '../../parts/learning/bulletins/managed-bulletins.tsx'
import { useMe } from '../../session/session.ts'
import { ManagementFrame } from './management-frame.tsx'

export default function BulletinsPage() {
  const t = useTexts('management')
  const me = useMe()
  return (
    <ManagementFrame title={t('entry.bulletins')}>
      <ManagedBulletins place={{ org: me.org?.id ?? '' }} />
    </ManagementFrame>
  )
}
