import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'
import { exhibit } from '../exhibit.ts'

function Shown() {
  useEffect(() => {
    const gone = [
      toast({ text: 'Lab report 3 moved to Life in the deep', undo: () => {} }),
      toast({ text: 'A new version is ready. Your drafts are saved.', stays: true, act: { label: 'Reload', run: () => {} } }),
      toast({ text: 'The module could not be deleted', error: true }),
    ]
    return () => {
      for (const close of gone) close()
    }
  }, [])
  return <p>Bottom left.</p>
}

const Made = () => (
  <div className="flex gap-2">
    <Button onClick={() => toast({ text: 'Saved' })}>Passing</Button>
    <Button onClick={() => toast({ text: 'Not saved', error: true })}>Error</Button>
    <Button onClick={() => toast({ text: `Moved ${Date.now()}` })}>Another</Button>
  </div>
)

export default exhibit({ 'three kinds': { alone: true, show: Shown }, made: { alone: true, show: Made } })
