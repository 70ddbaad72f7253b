// Exhibits of toasts.
import { useEffect } from 'react'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { exhibit } from '../exhibit.ts'

function ThreeToasts() {
  useEffect(() => {
    const closers = [
      toast({ text: 'Lab report 3 moved to Life in the deep', undo: () => {} }),
      toast({ text: 'A new version is ready. Your drafts are saved.', stays: true, act: { label: 'Reload', run: () => {} } }),
      toast({ text: 'The module could not be deleted', error: true }),
    ]
    return () => {
      for (const close of closers) close()
    }
  }, [])
  return <p>Bottom left.</p>
}

const LongToasts = () => {
  useEffect(() => {
    const closers = [
      toast({
        text: 'Lab report 3: the salinity of the marsh at low tide moved to Life in the deep, where all of your course sees it',
        undo: () => {},
      }),
      toast({ text: 'ย้ายรายงานปฏิบัติการไปยังหน่วยที่ 3 แล้ว ผู้เรียนทุกคนเห็นได้ทันที', undo: () => {} }),
      toast({ text: '实验报告已移至第三单元，课程中的每位同学都能看到', act: { label: '撤销', run: () => {} }, stays: true }),
    ]
    return () => {
      for (const close of closers) close()
    }
  }, [])
  return <p>Bottom left.</p>
}
/** At the foot of the window, as a form has them that is as long as it. */
const ToastAboveButtons = () => {
  useEffect(() => toast({ text: 'Not saved: the points are more than the activity has', error: true }), [])
  return (
    <form className="flex min-h-[calc(100dvh-64px)] flex-col justify-end" onSubmit={(event) => event.preventDefault()}>
      <div data-buttons className="flex gap-2">
        <Button type="submit" variant="primary">
          Save
        </Button>
        <Button>Discard</Button>
      </div>
    </form>
  )
}
const ToastButtons = () => (
  <div className="flex gap-2">
    <Button onClick={() => toast({ text: 'Saved' })}>Passing</Button>
    <Button onClick={() => toast({ text: 'Not saved', error: true })}>Error</Button>
    <Button onClick={() => toast({ text: `Moved ${Date.now()}` })}>Another</Button>
  </div>
)

export default exhibit({
  'three kinds': { alone: true, show: ThreeToasts, until: '#above button' },
  'long, Thai and Chinese': { alone: true, show: LongToasts, until: '#above button' },
  made: { alone: true, show: ToastButtons },
  'above buttons': { alone: true, show: ToastAboveButtons, until: '#above button' },
})
