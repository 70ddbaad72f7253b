// More time or attempts that hold in every course, /management/allowances: who needs them has them wherever they learn.
import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { type Allowance, AllowanceDialog } from '../../parts/learning/allowances/allowance-dialog.tsx'
import { useAllowanceColumns } from '../../parts/learning/allowances/allowance-columns.tsx'
import { TableScreen } from '../../parts/base/table/table-screen.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/states.tsx'
import { usePaged } from '../../parts/base/page/paged.ts'
import { ManagementFrame } from './management-frame.tsx'

export default function AllowancesPage() {
  const t = useTexts('management')
  return (
    <ManagementFrame title={t('entry.allowances')}>
      <Allowances />
    </ManagementFrame>
  )
}

function Allowances() {
  const t = useTexts('management')
  const times = useTexts('activity')
  const say = useTexts('teaching')
  const [open, setOpen] = useState<Allowance | 'new'>()
  const list = usePaged(({ find, page, size }) =>
    query('GET /api/org/allowances', { query: { page, page_size: size, ...(find && { keyword: find }) } }),
  )
  const add = (
    <Button icon={CalendarPlus} variant="primary" onClick={() => setOpen('new')}>
      {times('extendFor')}
    </Button>
  )
  const columns = useAllowanceColumns(say('people'), () => true, setOpen)
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('allowancesText')}</p>
      <TableScreen<Allowance>
        name="org-allowances"
        caption={t('entry.allowances')}
        list={list}
        columns={Object.values(columns)}
        rowKey={({ id }) => id}
        search={t('findAllowances')}
        actions={add}
        exportName={t('entry.allowances')}
        failedTitle={times('ownTimesFailed')}
        empty={
          <Empty title={times('noOwnTimes')} text={t('noAllowancesText')}>
            {add}
          </Empty>
        }
        nothingFits={<Empty title={t('noAllowanceFits')} />}
      />
      {open && <AllowanceDialog course={null} {...(open !== 'new' && { allowance: open })} onClose={() => setOpen(undefined)} />}
    </>
  )
}
