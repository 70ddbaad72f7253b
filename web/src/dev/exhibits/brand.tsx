// Exhibits of the brand and of course covers.
import { Brand, Glyph } from '../../ui/marks/brand.tsx'
import { CourseCover } from '../../ui/marks/course-cover.tsx'
import { exhibit } from '../exhibit.ts'

export default exhibit({
  'mark and wordmark': (
    <div className="flex items-center gap-6">
      <Brand />
      <Brand large />
      <Glyph size={16} />
    </div>
  ),
  'covers of courses': (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(120px,1fr))] gap-3">
      {Array.from({ length: 12 }, (_, i) => (
        <CourseCover key={i} id={`course ${i}`} className="h-16 w-full rounded-tile" />
      ))}
    </div>
  ),
})
