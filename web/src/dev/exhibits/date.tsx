// Exhibits of date and time fields.
import { useState } from 'react'
import { DateField, DateRangeField, DateTimeField, TimeField } from '../../ui/fields/date-field.tsx'
import { exhibit } from '../exhibit.ts'

const Day = ({ value: initial = '2026-11-24', min, max }: { value?: string; min?: string; max?: string }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <DateField label="Day" value={value} onChange={setValue} {...(min && { min })} {...(max && { max })} />
      <output aria-label="Reported">{value}</output>
    </>
  )
}
const Due = ({ value: initial = '2026-11-24T23:59' }) => {
  const [value, setValue] = useState(initial)
  return (
    <>
      <DateTimeField label="Due" value={value} onChange={setValue} time="23:59" help="A day without a time ends at 23:59" />
      <output aria-label="Reported">{value}</output>
    </>
  )
}
const Clock = () => {
  const [value, setValue] = useState('09:05')
  return <TimeField label="Begins" value={value} onChange={setValue} />
}
const Range = ({ to: initialTo = '2026-11-30' }) => {
  const [[from, to], set] = useState<[string, string]>(['2026-11-24', initialTo])
  return <DateRangeField label="Term" fromLabel="First day" toLabel="Last day" from={from} to={to} onChange={(...next) => set(next)} />
}

export default exhibit({
  date: Day,
  empty: <Day value="" />,
  'not a date': <Day value="tomorrow" />,
  'outside its bounds': <Day value="2026-11-02" min="2026-11-10" max="2026-12-10" />,
  'date and time': Due,
  time: Clock,
  range: Range,
  'range, wrong': <Range to="2026-11-01" />,
  'read only': <DateField label="Day" value="2026-11-24" onChange={() => {}} readOnly help="Set by the calendar" />,
  'date, open': { alone: true, show: <Day min="2026-11-10" max="2026-12-10" />, press: 'Open the calendar: Day' },
  'date and time, open': { alone: true, show: Due, press: 'Open the calendar: Due' },
})
