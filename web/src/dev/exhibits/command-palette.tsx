// Exhibits of the command palette and the keyboard help.
import { BookOpen, House, Plus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import CommandPalette from '../../ui/menus/command-palette.tsx'
import KeyboardHelp from '../../ui/menus/keyboard-help.tsx'
import { useSingleKey } from '../../ui/menus/single-keys.ts'
import { exhibit } from '../exhibit.ts'

function Palette({ busy = false, problem, none = false }: { busy?: boolean; problem?: string; none?: boolean }) {
  const [open, setOpen] = useState(false)
  const [lastRun, setLastRun] = useState('')
  const run = (name: string) => () => setLastRun(name)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Find</Button>
      <output>{lastRun}</output>
      {open && (
        <CommandPalette
          title="Find"
          busy={busy}
          problem={problem}
          onClose={() => setOpen(false)}
          groups={
            none
              ? []
              : [
                  {
                    heading: 'Places',
                    entries: [
                      { id: 'home', label: 'Home', icon: House, run: run('home') },
                      { id: 'courses', label: 'Courses', icon: BookOpen, run: run('courses') },
                    ],
                  },
                  { heading: 'On this page', entries: [{ id: 'add', label: 'Add module', icon: Plus, run: run('add') }] },
                  { heading: 'My courses', entries: [{ id: 'c1', label: 'Marine Biology II', hint: 'MB-204', run: run('c1') }] },
                ]
          }
        />
      )}
    </>
  )
}
function Help() {
  const [open, setOpen] = useState(false)
  useSingleKey('?', () => setOpen(true))
  return (
    <>
      <Button onClick={() => setOpen(true)}>Keyboard</Button>
      <input aria-label="Note" className="field-edge ml-2 px-2" />
      {open && (
        <KeyboardHelp
          onClose={() => setOpen(false)}
          groups={[
            {
              heading: 'Everywhere',
              keys: [
                { keys: ['Ctrl', 'K'], does: 'Find or go to' },
                { keys: ['?'], does: 'This help' },
              ],
            },
          ]}
        />
      )}
    </>
  )
}

export default exhibit({
  palette: { alone: true, show: Palette, press: 'Find' },
  'still searching': { alone: true, show: <Palette busy />, press: 'Find' },
  'search failed': { alone: true, show: <Palette problem="The search did not answer." />, press: 'Find' },
  'nothing found': { alone: true, show: <Palette none />, press: 'Find' },
  'keyboard help': { alone: true, show: Help, press: 'Keyboard' },
})
