// Exhibits of menus.
import { Ellipsis, Eye, MoveUp, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '../../ui/marks/chip.tsx'
import { LoadedTrigger } from '../../ui/menus/loaded-trigger.tsx'
import { Menu } from '../../ui/menus/menu.tsx'
import type { MenuGroup } from '../../ui/menus/menu-groups.ts'
import { exhibit } from '../exhibit.ts'

const groups = (done: (text: string) => void): MenuGroup[] => [
  {
    items: [
      { label: 'Publish', icon: Eye, current: true, onSelect: () => done('published') },
      { label: 'Edit', icon: Pencil, about: 'Text, files and dates', onSelect: () => done('edited') },
      { label: 'Help page', href: '#help' },
    ],
  },
  { heading: 'Move', items: [{ label: 'Move up', icon: MoveUp, off: 'This is the first one', end: <Chip tone="info">first</Chip> }] },
  { items: [{ label: 'Delete', icon: Trash2, danger: true, onSelect: () => done('deleted') }] },
]
function Row() {
  const [done, setDone] = useState('')
  return (
    <div className="flex gap-3">
      <Menu trigger={{ kind: 'icon', props: { label: 'More', icon: Ellipsis } }} groups={groups(setDone)} align="start" />
      <Menu trigger={{ kind: 'button', props: { children: 'Add' } }} groups={groups(setDone)} align="start" />
      <Menu trigger={{ kind: 'avatar', props: { label: 'Account', person: '7', name: 'Maya Thornton' } }} groups={groups(setDone)} />
      <output>{done}</output>
    </div>
  )
}

/** Pressed before the menu's code is loaded. */
const Loading = () => (
  <LoadedTrigger trigger={{ kind: 'button', props: { children: 'Add' } }} opens="menu" load={() => new Promise(() => {})}>
    {() => null}
  </LoadedTrigger>
)

export default exhibit({
  closed: Row,
  'while it loads': { alone: true, show: Loading, press: 'Add', until: '[role=status]' },
  open: { alone: true, show: Row, press: 'More' },
})
