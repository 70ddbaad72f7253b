// More time or attempts that hold in every course, /management/allowances: who needs them has them wherever they learn.
import { CalendarPlus, Pencil, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../i18n.ts'
import { type Allowance, AllowanceDialog } from '../../parts/allowances/allowance-dialog.tsx'
import { useAllowanceText } from '../../parts/allowances/allowance-text.ts'
import { takeBack } from '../../parts/allowances/take-back.ts'
import { usePaged } from '../../parts/page/paged.ts'
import { type ScreenColumn, TableScreen } from '../../parts/table/table-screen.tsx'
import { query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { date, list as joined } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Empty } from '../../ui/states.tsx'
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
  const text = useAllowanceText()
  const [open, setOpen] = useState<Allowance | 'new'>()
  const list = usePaged(({ find, page, size }) =>
    query('GET /api/org/allowances', { query: { page, page_size: size, ...(find && { keyword: find }) } }),
  )
  const names = ({ people }: Allowance) => joined(people.map(({ name }) => name))
  const add = (
    <Button icon={CalendarPlus} variant="primary" onClick={() => setOpen('new')}>
      {times('extendFor')}
    </Button>
  )
  const columns: ScreenColumn<Allowance>[] = [
    { key: 'people', head: say('people'), text: names, cell: (one) => <span className="font-medium break-words">{names(one)}</span> },
    { key: 'terms', head: say('given'), text, cell: (one) => <span className="text-text-2">{text(one)}</span> },
    {
      key: 'since',
      head: say('since'),
      optional: true,
      text: ({ created_at }) => date(created_at),
      cell: ({ created_at }) => <span className="tabular text-text-2">{date(created_at)}</span>,
    },
    {
      key: 'change',
      head: say('changeHead'),
      hideHead: true,
      cell: (one) => (
        <span className="flex justify-end">
          <IconButton size="sm" label={say('changeTimes', { name: names(one) })} icon={Pencil} onClick={() => setOpen(one)} />
          <IconButton size="sm" label={times('takeBack', { name: names(one) })} icon={Undo2} onClick={() => void takeBack(one)} />
        </span>
      ),
    },
  ]
  return (
    <>
      <p className="mb-3 max-w-[68ch] text-text-2">{t('allowancesText')}</p>
      <TableScreen<Allowance>
        name="org-allowances"
        caption={t('entry.allowances')}
        list={list}
        columns={columns}
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
