// Exhibits of packages: their contents with results, the states of a save, and packages that cannot be played yet, or never.
import { useState } from 'react'
import { type PackageItem, statesOf } from '../../packages/contents.ts'
import { ItemTree } from '../../packages/item-tree.tsx'
import { PackageState } from '../../packages/package-state.tsx'
import { SaveLine } from '../../packages/save-line.tsx'
import { exhibit } from '../exhibit.ts'
import { WithTexts } from '../with-texts.tsx'

const features = ['packages'] as const
const item = (id: string, title: string, more: Partial<PackageItem> = {}): PackageItem => ({
  id,
  parent: '',
  title,
  launch: `${id}.html`,
  sco: true,
  mastery: null,
  ...more,
})
const items = [
  item('lab', 'In the laboratory', { launch: null }),
  item('coat', 'Coat and goggles', { parent: 'lab' }),
  item('fire', 'In case of fire', { parent: 'lab' }),
  item('test', 'A test over both', { prerequisites: 'coat&fire' }),
]
const states = statesOf([
  { sco: 'coat', data: {}, time: 60, status: 'completed', success: 'passed' },
  { sco: 'fire', data: {}, time: 5, status: 'incomplete', success: 'unknown' },
])
const at = Date.parse('2026-03-02T12:03:04Z')

function Contents() {
  const [current, setCurrent] = useState('fire')
  return (
    <WithTexts features={features}>
      <div className="max-w-[280px]">
        <ItemTree items={items} states={states} current={current} onChoose={setCurrent} />
      </div>
    </WithTexts>
  )
}
const state = (failed: boolean, message: string | null, teaches: boolean) => (
  <WithTexts features={features}>
    <PackageState failed={failed} message={message} teaches={teaches} />
  </WithTexts>
)

export default exhibit({
  contents: Contents,
  saves: (
    <WithTexts features={features}>
      <SaveLine save={{ kind: 'saving' }} />
      <SaveLine save={{ kind: 'saved', at }} />
      <SaveLine save={{ kind: 'device', at }} />
    </WithTexts>
  ),
  'being checked': state(false, null, false),
  'without a manifest, for who teaches': state(true, 'package.noManifest', true),
  'that cannot be played, for a student': state(true, 'package.encrypted', false),
})
