// Exhibits of form fields.
import { useState } from 'react'
import { DateTimeField } from '../../ui/fields/date-field.tsx'
import { DecimalField } from '../../ui/fields/decimal-field.tsx'
import { NumberField } from '../../ui/fields/number-field.tsx'
import { Field, Select, TextArea, TextField } from '../../ui/fields/field.tsx'
import { PasswordField } from '../../ui/fields/password-field.tsx'
import { exhibit } from '../exhibit.ts'

const ignore = () => {}
const Course = () => {
  const [value, setValue] = useState('Marine Biology II')
  return (
    <>
      <TextField label="Course name" value={value} onChange={setValue} help="Students see this name" />
      <output aria-label="Reported">{value}</output>
    </>
  )
}
const Percent = () => {
  const [value, setValue] = useState<number | null>(80)
  return <NumberField label="Watched" value={value} onChange={setValue} min={1} max={100} unit="%" help="From 1 to 100" />
}
const Points = () => {
  const [value, setValue] = useState<number | null>(120)
  return <NumberField label="Points" value={value} onChange={setValue} min={0} max={100} step={0.5} />
}
const Score = () => {
  const [value, setValue] = useState('7.5')
  return (
    <>
      <DecimalField label="Score" value={value} onChange={setValue} help="Out of 2000" />
      <output aria-label="Reported score">{value}</output>
    </>
  )
}
const Seats = () => {
  const [value, setValue] = useState<number | null>(null)
  const [until, setUntil] = useState('')
  return (
    <>
      <NumberField label="Seats" value={value} onChange={setValue} min={1} max={100} whenEmpty="Unlimited" />
      <DateTimeField label="Until" value={until} onChange={setUntil} whenEmpty="Until it closes" error={undefined} />
    </>
  )
}
const Term = () => {
  const [value, setValue] = useState<'1' | '2'>('1')
  return (
    <Select
      label="Term"
      value={value}
      onChange={setValue}
      options={[
        { value: '1', label: 'Autumn' },
        { value: '2', label: 'Spring' },
      ]}
    />
  )
}

export default exhibit({
  text: Course,
  'may stay empty': Seats,
  'with an error': (
    <TextField
      label="E-mails"
      value="hana@aldermoor.example"
      onChange={ignore}
      error="Nobody here has this address. Check it or invite as new."
    />
  ),
  saved: <TextField label="Title" value="Salt marshes" onChange={ignore} saved="12:03:04" />,
  'read only': <TextField label="Course type" value="Standard course" onChange={ignore} readOnly help="Set by your organisation" />,
  'label only read out': <TextField label="Name of the group" hideLabel value="" onChange={ignore} placeholder="Name of the group" />,
  'several lines': <TextArea label="Note" value={'High tide 06:12\nLow tide 12:25'} onChange={ignore} />,
  'several lines, wrong': <TextArea label="Note" value="" onChange={ignore} error="Write something first" />,
  number: Percent,
  'number out of bounds': Points,
  decimal: Score,
  'decimal that may be two': <DecimalField label="Score" value="1,500" onChange={ignore} />,
  password: <PasswordField label="Password" value="sea salt" onChange={ignore} autoComplete="off" />,
  select: Term,
  'number, empty': <NumberField label="Points" value={null} onChange={ignore} help="None: it does not count" />,
  'number, read only': <NumberField label="Points" value={20} onChange={ignore} readOnly help="Set by the rubric" />,
  'password, wrong': <PasswordField label="Password" value="sea" onChange={ignore} autoComplete="off" error="At least 8 characters" />,
  'select, wrong': <Select label="Term" value="" onChange={ignore} options={[{ value: '', label: 'Choose one' }]} error="Choose a term" />,
  'several lines, read only': <TextArea label="Note" value="High tide 06:12" onChange={ignore} readOnly help="Written by your teacher" />,
  large: <TextField label="E-mail or number" value="" onChange={ignore} large placeholder="S1001" />,
  'with a link beside its name': (
    <TextField
      label="Password"
      value=""
      onChange={ignore}
      aside={
        <a href="#field" className="text-small text-accent-text underline">
          Forgot your password?
        </a>
      }
    />
  ),
  group: (
    <Field label="Two fields under one name" group help="Both count">
      {() => (
        <div className="grid gap-2 tablet:grid-cols-2">
          <TextField hideLabel label="First" value="" onChange={ignore} />
          <TextField hideLabel label="Second" value="" onChange={ignore} />
        </div>
      )}
    </Field>
  ),
})
