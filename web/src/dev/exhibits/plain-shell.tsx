// Exhibits of the plain shell of exams and classes.
import { WifiOff } from 'lucide-react'
import { PlainShell } from '../../shell/plain-shell.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { exhibit } from '../exhibit.ts'

const savedAt = <span className="tabular text-small text-ok-text">Saved 12:03:04</span>
const timeLeft = <span className="tabular font-semibold">41:20</span>

export default exhibit({
  exam: {
    alone: true,
    show: (
      <PlainShell
        kind="exam"
        title="Circulation test"
        meta="Marine Biology II"
        matters={
          <>
            {savedAt}
            {timeLeft}
          </>
        }
        wayOut={<Button variant="primary">Hand in</Button>}
        banner={
          <Banner strip tone="warn" icon={WifiOff}>
            No connection. What you write is kept on this device.
          </Banner>
        }
      >
        <p className="mx-auto w-full max-w-[720px] p-6">The questions.</p>
      </PlainShell>
    ),
  },
  class: {
    alone: true,
    show: (
      <PlainShell
        kind="class"
        title="Marine Biology II"
        matters={<span className="font-semibold">28 of 34 present</span>}
        wayOut={<Button>End class</Button>}
      >
        <p className="p-6">What the room sees.</p>
      </PlainShell>
    ),
  },
})
