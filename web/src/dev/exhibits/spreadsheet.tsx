// Exhibits of the spreadsheet.
import { useMemo, useState } from 'react'
import { emptyHistory, redone, undone, withStep } from '../../ui/sheet/history.ts'
import { type SheetColumn, Spreadsheet, type Written } from '../../ui/sheet/spreadsheet.tsx'
import { exhibit } from '../exhibit.ts'
import { type Person, people } from '../people.ts'

type Values = Readonly<Record<string, string>>

function Sheet({ rows, items }: { rows: Person[]; items: number }) {
  const [values, setValues] = useState<Values>({})
  const [history, setHistory] = useState(emptyHistory)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const shown = useMemo(() => rows.map((person) => ({ person, values })), [rows, values])
  const put = (cells: readonly Written[]) =>
    setValues((before) => ({ ...before, ...Object.fromEntries(cells.map(({ row, column, text }) => [`${row} ${column}`, text])) }))
  const write = (cells: Written[]) => {
    setHistory(
      withStep(
        history,
        cells.map(({ row, column, text }) => ({ row, column, before: values[`${row} ${column}`] ?? '', after: text })),
      ),
    )
    put(cells)
  }
  const replay = (turn: typeof undone) => () => {
    const found = turn(history)
    if (!found) return
    setHistory(found.history)
    put(found.step.map(({ row, column, after }) => ({ row, column, text: after })))
  }
  const columns = useMemo(
    (): SheetColumn<{ person: Person; values: Values }>[] => [
      {
        key: 'name',
        head: 'Name',
        width: 190,
        pinned: true,
        cell: ({ person }) => <span className="truncate">{person.name}</span>,
        text: ({ person }) => person.name,
        foot: 'Average',
      },
      ...Array.from({ length: items }, (_, i): SheetColumn<{ person: Person; values: Values }> => {
        const key = `item ${i}`
        const text = ({ person, values: own }: { person: Person; values: Values }) => own[`${person.id} ${key}`] ?? ''
        return {
          key,
          head: `Quiz ${i + 1}`,
          under: '10',
          width: 80,
          group: i < items / 2 ? 'first' : 'second',
          numeric: true,
          cell: (row) => text(row) || '·',
          text,
          editable: () => true,
          refuse: (typed) => (/^[0-9]*$/.test(typed) ? undefined : 'Write a number'),
          foot: '7.5',
        }
      }),
    ],
    [items],
  )
  return (
    <div className="h-96">
      <Spreadsheet
        label="Scores"
        help="Arrow keys move, typing writes."
        columns={columns}
        groups={[
          { key: 'first', name: 'First half', note: '60%' },
          { key: 'second', name: 'Second half', note: '40%' },
        ]}
        rows={shown}
        rowKey={({ person }) => person.id}
        density="compact"
        onWrite={write}
        onPaste={write}
        onUndo={replay(undone)}
        onRedo={replay(redone)}
        onOpen={() => {}}
        openLabel="More"
        choice={{ chosen, onChange: setChosen, label: ({ person }) => `Select ${person.name}` }}
      />
    </div>
  )
}

const few = people(12)
const many = people(1000)
export default exhibit({
  'a class': { alone: true, show: () => <Sheet rows={few} items={8} /> },
  'a thousand by sixty': { alone: true, show: () => <Sheet rows={many} items={60} /> },
})
