// The audit log of the organisation, /management/audit-log, for those who manage it; filters are in the address.
import { useTexts } from '../../i18n.ts'
import { AuditLog } from '../../parts/base/audit/audit-log.tsx'
import { ManagementFrame } from './management-frame.tsx'

export default function AuditLogPage() {
  const t = useTexts('audit')
  return (
    <ManagementFrame title={t('title')}>
      <AuditLog />
    </ManagementFrame>
  )
}
