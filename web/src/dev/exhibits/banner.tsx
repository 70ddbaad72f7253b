import { Drama, Info, WifiOff } from 'lucide-react'
import { Banner } from '../../ui/banner.tsx'
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
