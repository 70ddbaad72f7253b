import { CalendarClock, CircleX, ClockAlert, Eye, EyeOff, FileText, Lock, Pencil, SquarePen } from 'lucide-react'
import { Avatar } from '../../ui/avatar.tsx'
import { Chip, Tile } from '../../ui/chip.tsx'
import { CountBadge } from '../../ui/icon-button.tsx'
import { ProgressBar, ProgressRing, Spinner, StatusMark } from '../../ui/progress.tsx'
import { exhibit } from '../exhibit.ts'

export default exhibit({
  chips: (
    <div className="flex flex-wrap gap-2">
      <Chip tone="ok" icon={Eye}>
        Published
      </Chip>
      <Chip tone="neutral" icon={EyeOff}>
        Draft
      </Chip>
      <Chip tone="info" icon={CalendarClock}>
        From 12.01 08:00
      </Chip>
      <Chip tone="warn" icon={ClockAlert}>
        Late 2 h
      </Chip>
      <Chip tone="bad" icon={CircleX}>
        Missing
      </Chip>
      <Chip tone="note" icon={Pencil}>
        Set by hand
      </Chip>
      <Chip tone="outline" icon={Lock}>
        Locked
      </Chip>
      <Chip tone="accent">Current</Chip>
    </div>
  ),
  'tiles and badge': (
    <div className="flex items-center gap-3">
      <Tile tone="info" icon={FileText} />
      <Tile tone="warn" icon={SquarePen} size={26} />
      <span className="relative size-6">
        <CountBadge count={120} />
      </span>
    </div>
  ),
  avatars: (
    <div className="flex items-center gap-3">
      <Avatar id="1" name="Maya Thornton" label="Maya Thornton" />
      <Avatar id="2" name="王小明" label="王小明" size={26} />
      <Avatar id="3" name="เกศินี ใจดี" label="เกศินี ใจดี" size={40} />
    </div>
  ),
  progress: (
    <div className="flex max-w-[400px] flex-col gap-3">
      <ProgressBar label="Storage" value={40} />
      <ProgressBar label="Storage" value={84} tone="warn" />
      <ProgressBar label="Storage" value={100} tone="bad" thin />
      <div className="flex items-center gap-3">
        <ProgressRing label="Watched" value={62} />
        <Spinner />
        <StatusMark state="done" label="done" />
        <StatusMark state="part" label="watched" value={62} />
        <StatusMark state="open" label="to do" />
        <StatusMark state="locked" label="locked" />
      </div>
    </div>
  ),
})
