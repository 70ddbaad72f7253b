import { useState } from 'react'
import { Combobox, MultiCombobox, type Option } from '../../ui/combobox.tsx'
import { exhibit } from '../exhibit.ts'

const people: Option[] = [
  { value: 'hana', label: 'Hana Kovář', detail: 'S1001 Marine Biology' },
  { value: 'wang', label: '王海洋', detail: 'S1003', lang: 'zh-CN' },
  { value: 'anan', label: 'Anan ศรีสุข', detail: 'S1002' },
  { value: 'jose', label: 'José Almeida', off: 'Already a member' },
]
const many = (count: number): Option[] => Array.from({ length: count }, (_, i) => ({ value: `p${i + 1}`, label: `Person ${i + 1}` }))
const hundreds = many(2000)
const thousands = many(9000)
const wait = (ms: number) => new Promise((done) => setTimeout(done, ms))

const One = ({ options = people, error, label = 'Person' }: { options?: Option[]; error?: string; label?: string }) => {
  const [value, setValue] = useState<Option>()
  return (
    <>
      <Combobox
        label={label}
        options={options}
        value={value}
        onChange={setValue}
        error={value ? undefined : error}
        placeholder="Name or number"
      />
      <output aria-label="Chosen">{value?.label}</output>
    </>
  )
}
const Several = ({ options = people }: { options?: Option[] }) => {
  const [value, setValue] = useState<readonly Option[]>(options.slice(0, 2))
  return (
    <>
      <MultiCombobox label="People" options={options} value={value} onChange={setValue} />
      <output aria-label="Chosen">{value.length}</output>
    </>
  )
}
const Asked = ({ how }: { how: 'answers' | 'waits' | 'fails' }) => {
  const [value, setValue] = useState<Option>()
  return (
    <Combobox
      label="Asked of the server"
      value={value}
      onChange={setValue}
      search={async (text) => {
        await wait(how === 'waits' ? 60_000 : 100)
        if (how === 'fails') throw new Error('away')
        return { options: hundreds.filter(({ label }) => label.includes(text)).slice(0, 20), total: 2000 }
      }}
    />
  )
}
const Lite = () => {
  const [value, setValue] = useState<readonly Option[]>([])
  return <MultiCombobox label="Of 9,000 people" options={thousands} value={value} onChange={setValue} />
}
const press = 'Show the choices'

export default exhibit({
  one: One,
  chosen: <Combobox label="Person" options={people} value={people[0]} onChange={() => {}} />,
  wrong: <One error="Choose a person" />,
  'read only': <Combobox label="Person" options={people} value={people[1]} onChange={() => {}} readOnly help="Set by the course" />,
  several: Several,
  'one, open': { alone: true, show: One, press },
  'of 2,000, open': { alone: true, show: <One options={hundreds} />, press },
  'of 9,000, open': { alone: true, show: Lite, press },
  'of the server, open': { alone: true, show: <Asked how="answers" />, press },
  loading: { alone: true, show: <Asked how="waits" />, press },
  failed: { alone: true, show: <Asked how="fails" />, press },
})
