import { Download, Ellipsis, Eye, Lock } from 'lucide-react'
import { type Key, useState } from 'react'
import { BatchAct, BatchBar } from '../../ui/batch-bar.tsx'
import { Chip } from '../../ui/chip.tsx'
import { DensitySwitch, useRowDensity } from '../../ui/density-switch.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type Column, type Sort, Table } from '../../ui/table.tsx'
import { exhibit } from '../exhibit.ts'
import { type Person, people } from '../people.ts'

const columns: Column<Person>[] = [
  { key: 'name', head: 'Name', sorts: true, cell: (one) => <span className="font-medium">{one.name}</span> },
  { key: 'no', head: 'Number', numeric: true, sorts: true, cell: (one) => one.no },
  { key: 'role', head: 'Role', cell: (one) => one.role },
  { key: 'department', head: 'Department', cell: (one) => one.department },
  {
    key: 'state',
    head: 'State',
    card: 'end',
    cell: (one) =>
      one.score < 50 ? (
        <Chip tone="bad" icon={Lock}>
          Locked
        </Chip>
      ) : (
        'Active'
      ),
  },
  {
    key: 'act',
    head: 'Actions',
    hideHead: true,
    width: 52,
    cell: (one) => (
      <Menu
        trigger={{ kind: 'icon', props: { label: `Actions for ${one.name}`, icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={[{ items: [{ label: 'Lock', icon: Lock }] }]}
      />
    ),
  },
]
const sorted = (rows: Person[], { by, direction }: Sort) =>
  rows.toSorted((a, b) => (by === 'no' ? a.no - b.no : a.name.localeCompare(b.name)) * (direction === 'ascending' ? 1 : -1))

const many = people(10_000)
function Users({ of = people(8) }: { of?: Person[] }) {
  const [sort, setSort] = useState<Sort>({ by: 'no', direction: 'ascending' })
  const [chosen, setChosen] = useState<ReadonlySet<Key>>(new Set(['3']))
  const [density, setDensity] = useRowDensity('gallery', 'compact')
  return (
    <div className="space-y-2">
      <DensitySwitch value={density} onChange={setDensity} />
      <Table
        caption="All users"
        columns={columns}
        rows={sorted(of, sort)}
        rowKey={(one) => one.id}
        sort={sort}
        onSort={setSort}
        choice={{ chosen, onChange: setChosen, label: (one) => `Choose ${one.name}`, allLabel: 'Choose all' }}
        compact={density === 'compact'}
      />
      <BatchBar label="With the chosen ones" count={chosen.size} onClear={() => setChosen(new Set())}>
        <BatchAct icon={Eye} onClick={() => {}}>
          Publish
        </BatchAct>
        <BatchAct icon={Download} onClick={() => {}}>
          Export
        </BatchAct>
      </BatchBar>
    </div>
  )
}

const grades: Column<Person>[] = [
  { key: 'name', head: 'Name', sorts: true, cell: (one) => one.name, foot: 'Average of 12' },
  ...Array.from({ length: 16 }, (_, i): Column<Person> => {
    const sum = i % 4 === 3
    return {
      key: `g${i}`,
      group: i < 8 ? 'Homework 40%' : 'Quizzes 20%',
      head: sum ? 'Subtotal' : `Lab report ${i + 1}`,
      under: sum ? '%' : '20',
      numeric: true,
      shaded: sum,
      cell: (one) => ((one.score + i * 3) % 20).toFixed(1),
      foot: '12.4',
    }
  }),
]

export default exhibit({
  'users, chosen and sorted': { alone: true, show: Users },
  plain: <Table caption="People" columns={columns.slice(0, 4)} rows={people(3)} rowKey={(one) => one.id} />,
  gradebook: { alone: true, show: <Table caption="Gradebook" columns={grades} rows={people(12)} rowKey={(one) => one.id} compact /> },
  'ten thousand': { alone: true, show: <Users of={many} /> },
})
