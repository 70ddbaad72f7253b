// Exhibits of comboboxes.
import { useState } from 'react'
import { Combobox, MultiCombobox, type Option } from '../../ui/fields/combobox.tsx'
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

const SinglePerson = ({ options = people, error, label = 'Person' }: { options?: Option[]; error?: string; label?: string }) => {
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
const SeveralPeople = ({ options = people }: { options?: Option[] }) => {
  const [value, setValue] = useState<readonly Option[]>(options.slice(0, 2))
  return (
    <>
      <MultiCombobox label="People" options={options} value={value} onChange={setValue} />
      <output aria-label="Chosen">{value.length}</output>
    </>
  )
}
const SearchedPeople = ({ outcome }: { outcome: 'answers' | 'waits' | 'fails' }) => {
  const [value, setValue] = useState<Option>()
  return (
    <Combobox
      label="Asked of the server"
      value={value}
      onChange={setValue}
      search={async (text) => {
        await wait(outcome === 'waits' ? 60_000 : 100)
        if (outcome === 'fails') throw new Error('away')
        return { options: hundreds.filter(({ label }) => label.includes(text)).slice(0, 20), total: 2000 }
      }}
    />
  )
}
const SinglePersonWithoutMatch = () => (
  <div ref={(element) => typeInto(element?.querySelector('input'), 'nobody of this name')}>
    <SinglePerson />
  </div>
)
/** Types into the field as a keyboard would, so that the list opens. */
function typeInto(field: HTMLInputElement | null | undefined, text: string) {
  if (!field || field.value) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}
const LargeList = () => {
  const [value, setValue] = useState<readonly Option[]>([])
  return <MultiCombobox label="Of 9,000 people" options={thousands} value={value} onChange={setValue} />
}
const press = 'Show the choices'
const until = '[role=option]'

export default exhibit({
  one: SinglePerson,
  chosen: <Combobox label="Person" options={people} value={people[0]} onChange={() => {}} />,
  wrong: <SinglePerson error="Choose a person" />,
  'read only': <Combobox label="Person" options={people} value={people[1]} onChange={() => {}} readOnly help="Set by the course" />,
  several: SeveralPeople,
  'several, wrong': <MultiCombobox label="Teachers" options={people} value={[]} onChange={() => {}} error="Choose at least one" />,
  'several, read only': (
    <MultiCombobox label="Owners" options={people} value={people.slice(0, 2)} onChange={() => {}} readOnly help="Set by the course" />
  ),
  'one, open': { alone: true, show: SinglePerson, press, until },
  'several, open': { alone: true, show: SeveralPeople, press, until },
  'nothing there': { alone: true, show: <SinglePerson options={[]} />, press, until: 'text=Nothing to choose from' },
  'nothing fits': { alone: true, show: SinglePersonWithoutMatch, until: 'text=Clear the search' },
  'of 2,000, open': { alone: true, show: <SinglePerson options={hundreds} />, press, until },
  'of 9,000, open': { alone: true, show: LargeList, press, until },
  'of the server, open': { alone: true, show: <SearchedPeople outcome="answers" />, press, until },
  loading: { alone: true, show: <SearchedPeople outcome="waits" />, press, until: '[role=status] .shimmer' },
  failed: { alone: true, show: <SearchedPeople outcome="fails" />, press, until: 'main [role=alert]' },
})
