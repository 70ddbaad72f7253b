// The audit log of the organisation, /management/audit-log, for those who manage it; filters are in the address.
import { AuditLog } from '../../parts/audit/audit-log.tsx'
import { PageTitle } from '../../parts/page/page-title.tsx'
import { useTexts } from '../../i18n.ts'

export default function AuditLogPage() {
  const t = useTexts('audit')
  return (
    <div className="mx-auto w-full max-w-[1264px] px-6 py-5 max-tablet:px-4">
      <PageTitle title={t('title')} className="mb-4 font-title text-title font-bold" />
      <AuditLog />
    </div>
  )
}
