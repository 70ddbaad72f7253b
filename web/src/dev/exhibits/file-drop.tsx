// Exhibits of the drop area for files.
import { useEffect, useRef, useState } from 'react'
import { FileDrop } from '../../ui/fields/file-drop.tsx'
import { exhibit } from '../exhibit.ts'

const dropTexts = { title: 'Drop a file here', help: 'or paste it, or choose one', buttonLabel: 'Choose a file' }
const Drop = () => {
  const [names, setNames] = useState<string[]>([])
  return (
    <>
      <FileDrop {...dropTexts} onFiles={(files) => setNames(files.map(({ name }) => name))} />
      <output aria-label="Taken">{names.join(', ')}</output>
    </>
  )
}

/** A file is dragged over the area. */
function Over() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['tides'], 'tides.csv'))
    box.current?.firstElementChild?.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  }, [])
  return (
    <div ref={box}>
      <FileDrop {...dropTexts} onFiles={() => {}} />
    </div>
  )
}

export default exhibit({
  default: Drop,
  'dragged over': Over,
  one: (
    <FileDrop
      title="The film of the lecture"
      help="MP4, at most 2 GB"
      buttonLabel="Choose a film"
      multiple={false}
      accept="video/mp4"
      onFiles={() => {}}
    />
  ),
  'button alone': <FileDrop buttonLabel="Add files" onFiles={() => {}} />,
  busy: <FileDrop {...dropTexts} busy onFiles={() => {}} />,
  wrong: <FileDrop {...dropTexts} error="tides.exe cannot be used here" onFiles={() => {}} />,
})
