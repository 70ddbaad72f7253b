// Exhibits of checkboxes, switches, radio groups and colour presets.
import { useState } from 'react'
import { Checkbox, Switch } from '../../ui/fields/checkbox.tsx'
import { type ColourPreset, ColourPresets } from '../../ui/fields/colour-presets.tsx'
import { RadioGroup } from '../../ui/fields/radio-group.tsx'
import { SavingSwitch } from '../../ui/fields/saving-switch.tsx'
import { exhibit } from '../exhibit.ts'

const ignore = () => {}
const Radios = ({ error, inline }: { error?: string; inline?: boolean }) => {
  const [value, setValue] = useState<'all' | 'some' | 'none' | undefined>(error ? undefined : 'some')
  return (
    <RadioGroup
      label="Who sees it"
      value={value}
      onChange={setValue}
      error={value ? undefined : error}
      {...(inline && { inline })}
      options={[
        { value: 'all', label: 'Everybody', ...(!inline && { help: 'Visitors too' }) },
        { value: 'some', label: 'Members of the course' },
        { value: 'none', label: 'Nobody', off: 'The course is published' },
      ]}
    />
  )
}
const Saving = ({ fails = false }) => {
  const [on, setOn] = useState(false)
  return (
    <SavingSwitch
      label="Mail me a summary"
      help="Every Monday"
      checked={on}
      onSave={async (next) => {
        await new Promise((done) => setTimeout(done, 150))
        if (fails) throw new Error('away')
        setOn(next)
      }}
    />
  )
}
const Colours = ({ start }: { start?: ColourPreset }) => {
  const [value, setValue] = useState(start)
  return <ColourPresets label="Colour" value={value} onChange={setValue} />
}

export default exhibit({
  checkbox: (
    <div className="flex flex-wrap gap-5">
      <Checkbox label="On" checked onChange={ignore} />
      <Checkbox label="Off" checked={false} onChange={ignore} />
      <Checkbox label="Some" checked={false} mixed onChange={ignore} />
      <Checkbox label="Cannot be changed" checked off="Set by your organisation" onChange={ignore} />
      <Checkbox label="Only read out" hideLabel checked={false} onChange={ignore} />
    </div>
  ),
  'checkbox, long': (
    <Checkbox
      label="Everybody who joins later gets the same time from the day on which they join, not from the day on which the course began"
      help="Those who are here already keep theirs, and nobody loses what they have handed in"
      checked
      onChange={ignore}
    />
  ),
  'checkbox, wrong': <Checkbox label="I know that marks go with it" checked={false} onChange={ignore} error="Tick this to go on" />,
  switch: (
    <div className="flex flex-wrap gap-5">
      <Switch label="On" checked onChange={ignore} />
      <Switch label="Off" checked={false} onChange={ignore} />
      <Switch label="Being saved" checked busy onChange={ignore} />
      <Switch label="Cannot be changed" checked={false} off="Only teachers change this" onChange={ignore} />
    </div>
  ),
  'switch that saves itself': Saving,
  'switch that cannot save': <Saving fails />,
  radio: Radios,
  'radio, one line': <Radios inline />,
  'radio, wrong': <Radios error="Choose one" />,
  'colours, none chosen': Colours,
  colours: <Colours start="orange" />,
})
