// Requests for new organisations and for storage, /wg-admin/request.
import { useTexts } from '../../../i18n.ts'
import { ManagementFrame } from '../management-frame.tsx'
import { RequestsList } from './requests-list.tsx'

export default function WorkgroupRequestsPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.workgroupRequests')}>
      <RequestsList decider="workgroup" />
    </ManagementFrame>
  )
}
