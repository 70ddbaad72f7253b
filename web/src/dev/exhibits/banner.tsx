// Exhibits of banners and strips.
import { Drama, HardDrive, Info, LogIn, WifiOff } from 'lucide-react'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { exhibit } from '../exhibit.ts'

export default exhibit({
  tones: (
    <div className="space-y-2">
      {(['info', 'warn', 'note', 'bad', 'ok'] as const).map((tone) => (
        <Banner key={tone} tone={tone} icon={Info}>
          Names can be hidden while marking.
        </Banner>
      ))}
    </div>
  ),
  'a box with a way to act': (
    <Banner tone="warn" icon={HardDrive} urgent action={<Button size="sm">Make room</Button>}>
      84% of your storage is used. At 100% nothing more can be sent in, and what is being sent now stops until there is room again.
    </Banner>
  ),
  'strip of a lost connection': (
    <Banner strip tone="warn" icon={WifiOff}>
      No connection since 10:24. What you type is kept on this device and sent when it is back. Go on working.
    </Banner>
  ),
  'strip of a session that ended': (
    <Banner strip tone="bad" icon={LogIn} action={<Button size="sm">Sign in again</Button>}>
      You were signed out. What you typed is kept.
    </Banner>
  ),
  'strip of a role': (
    <Banner strip tone="note" icon={Drama} action={<Button size="sm">Back to teacher</Button>}>
      You see the course as a student.
    </Banner>
  ),
  'strip of a notice': (
    <Banner strip tone="info" icon={Info}>
      The library is closed on Friday.
    </Banner>
  ),
  'strips, only the first by rank': (
    <div>
      <Banner strip tone="info" icon={Info} rank="notice">
        The library is closed on Friday.
      </Banner>
      <Banner strip tone="note" icon={Drama} rank="simulation" action={<Button size="sm">Back to teacher</Button>}>
        You see the course as a student.
      </Banner>
      <Banner strip tone="warn" icon={WifiOff} rank="offline">
        No connection. What you type is kept on this device.
      </Banner>
    </div>
  ),
})
