// Exhibits of small parts: chips, tiles, badges, avatars, progress.
import { CalendarClock, CircleX, ClockAlert, Eye, EyeOff, FileText, Lock, Pencil, SquarePen } from 'lucide-react'
import { activityTypes } from '../../activity-types.ts'
import { Avatar, AvatarButton } from '../../ui/marks/avatar.tsx'
import { Chip, Tile } from '../../ui/marks/chip.tsx'
import { CountBadge } from '../../ui/icon-button.tsx'
import { ProgressBar, ProgressRing, Spinner, StatusMark } from '../../ui/progress.tsx'
import { exhibit } from '../exhibit.ts'

const portrait =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="%2359a8a5"/></svg>'

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
  'the activity types': (
    <div className="flex flex-wrap gap-2">
      {Object.entries(activityTypes).map(([type, { icon, tone }]) => (
        <Tile key={type} tone={tone} icon={icon} />
      ))}
    </div>
  ),
  badges: (
    <div className="flex items-center gap-5">
      {[0, 1, 12, 120].map((count) => (
        <span key={count} className="relative size-6 rounded-control bg-sunken">
          <CountBadge count={count} />
        </span>
      ))}
    </div>
  ),
  avatars: (
    <div className="flex items-center gap-3">
      <Avatar id="4" name="Maya Thornton" label="Maya Thornton" src={portrait} size={40} />
      <AvatarButton label="Account: Maya Thornton" person="1" name="Maya Thornton" />
      <Avatar id="1" name="Maya Thornton" label="Maya Thornton" />
      <Avatar id="2" name="王小明" label="王小明" size={26} />
      <Avatar id="3" name="เกศินี ใจดี" label="เกศินี ใจดี" size={40} />
    </div>
  ),
  progress: (
    <div className="flex max-w-[400px] flex-col gap-3">
      <ProgressBar label="Storage" value={0} />
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
