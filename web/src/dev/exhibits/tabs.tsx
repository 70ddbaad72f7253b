// Exhibits of tabs, segmented choices and tooltips.
import { useState } from 'react'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { Tabs, useTabs } from '../../ui/menus/tabs.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { exhibit } from '../exhibit.ts'

const tabs = [
  { value: 'open', label: 'To mark', count: 12 },
  { value: 'done', label: 'Marked' },
  { value: 'late', label: 'Late', count: 0 },
] as const

function ThreeTabs() {
  const [value, setValue] = useState<'open' | 'done' | 'late'>('open')
  const wired = useTabs()
  return (
    <>
      <Tabs label="Submissions" value={value} onChange={setValue} tabs={tabs} wired={wired} />
      <div {...wired.panelProps(value)} className="p-3">
        {value}
      </div>
    </>
  )
}
const eight = ['Everything', 'Handed in', 'Read', 'Late', 'Missing', 'Returned', 'Excused', 'Not yet due'].map((label, i) => ({
  value: `${i}`,
  label,
  count: i * 7,
}))
function ManyTabs() {
  const [value, setValue] = useState('0')
  const wired = useTabs()
  return (
    <>
      <Tabs label="All submissions" value={value} onChange={setValue} tabs={eight} wired={wired} />
      <div {...wired.panelProps(value)} className="p-3">
        {value}
      </div>
    </>
  )
}
function DensityChoice() {
  const [value, setValue] = useState<'a' | 'b'>('a')
  return (
    <Segmented
      label="Density"
      value={value}
      onChange={setValue}
      options={[
        { value: 'a', label: 'Comfortable' },
        { value: 'b', label: 'Compact' },
      ]}
    />
  )
}

export default exhibit({
  tabs: ThreeTabs,
  'many of them': ManyTabs,
  'choice of a few': DensityChoice,
  tooltip: (
    <Tooltip text="Opens on Friday at 10:00">
      <button type="button" className="min-h-6 underline">
        Why?
      </button>
    </Tooltip>
  ),
})
