// Requests to join the organisation, /management/requests.
import { useTexts } from '../../../i18n.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { RequestsList } from './requests-list.tsx'

export default function RequestsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.requests')}>
      <RequestsList decider="administrator" />
    </ManagementFrame>
  )
}
