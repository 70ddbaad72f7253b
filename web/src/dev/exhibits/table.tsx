// Exhibits of tables.
import { Download, Ellipsis, Eye, Lock } from 'lucide-react'
import { type Key, useState } from 'react'
import { BatchButton, BatchBar } from '../../ui/table/batch-bar.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import { type Column, type Sort, Table } from '../../ui/table/table.tsx'
import { exhibit } from '../exhibit.ts'
import { type Person, people } from '../people.ts'

const columns: Column<Person>[] = [
  { key: 'name', head: 'Name', sorts: true, cell: (person) => <span className="font-medium">{person.name}</span> },
  { key: 'no', head: 'Number', numeric: true, sorts: true, cell: (person) => person.no },
  { key: 'role', head: 'Role', cell: (person) => person.role },
  { key: 'department', head: 'Department', cell: (person) => person.department },
  {
    key: 'state',
    head: 'State',
    card: 'end',
    cell: (person) =>
      person.score < 50 ? (
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
    cell: (person) => (
      <Menu
        trigger={{ kind: 'icon', props: { label: `Actions for ${person.name}`, icon: Ellipsis, size: 'sm', iconSize: 16 } }}
        groups={[{ items: [{ label: 'Lock', icon: Lock }] }]}
      />
    ),
  },
]
const sorted = (rows: Person[], { by, direction }: Sort) =>
  rows.toSorted((a, b) => (by === 'no' ? a.no - b.no : a.name.localeCompare(b.name)) * (direction === 'ascending' ? 1 : -1))

const many = people(10_000)
function Users({ rows = people(8) }: { rows?: Person[] }) {
  const [sort, setSort] = useState<Sort>({ by: 'no', direction: 'ascending' })
  const [selected, setSelected] = useState<ReadonlySet<Key>>(new Set(['3']))
  return (
    <div className="space-y-2">
      <Table
        caption="All users"
        columns={columns}
        rows={sorted(rows, sort)}
        rowKey={(person) => person.id}
        sort={sort}
        onSort={setSort}
        choice={{ chosen: selected, onChange: setSelected, label: (person) => `Choose ${person.name}`, allLabel: 'Choose all' }}
        compact
      />
      <BatchBar label="With the chosen ones" count={selected.size} onClear={() => setSelected(new Set())}>
        <BatchButton icon={Eye} onClick={() => {}}>
          Publish
        </BatchButton>
        <BatchButton icon={Download} onClick={() => {}}>
          Export
        </BatchButton>
      </BatchBar>
    </div>
  )
}

const grades: Column<Person>[] = [
  { key: 'name', head: 'Name', sorts: true, cell: (person) => person.name, foot: 'Average of 12' },
  ...Array.from({ length: 16 }, (_, i): Column<Person> => {
    const sum = i % 4 === 3
    return {
      key: `g${i}`,
      group: i < 8 ? 'Homework 40%' : 'Quizzes 20%',
      head: sum ? 'Subtotal' : `Lab report ${i + 1}`,
      under: sum ? '%' : '20',
      numeric: true,
      shaded: sum,
      cell: (person) => ((person.score + i * 3) % 20).toFixed(1),
      foot: '12.4',
    }
  }),
]

export default exhibit({
  'users, chosen and sorted': { alone: true, show: Users },
  plain: <Table caption="People" columns={columns.slice(0, 4)} rows={people(3)} rowKey={(person) => person.id} />,
  gradebook: { alone: true, show: <Table caption="Gradebook" columns={grades} rows={people(12)} rowKey={(person) => person.id} compact /> },
  'ten thousand': { alone: true, show: <Users rows={many} /> },
})
