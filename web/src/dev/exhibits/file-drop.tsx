import { useEffect, useRef, useState } from 'react'
import { FileDrop } from '../../ui/file-drop.tsx'
import { exhibit } from '../exhibit.ts'

const words = { title: 'Drop a file here', help: 'or paste it, or choose one', buttonLabel: 'Choose a file' }
const Drop = () => {
  const [names, setNames] = useState<string[]>([])
  return (
    <>
      <FileDrop {...words} onFiles={(files) => setNames(files.map(({ name }) => name))} />
      <output aria-label="Taken">{names.join(', ')}</output>
    </>
  )
}

/** Something is held over it. */
function Over() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['tides'], 'tides.csv'))
    box.current?.firstElementChild?.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }))
  }, [])
  return (
    <div ref={box}>
      <FileDrop {...words} onFiles={() => {}} />
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
  busy: <FileDrop {...words} busy onFiles={() => {}} />,
  wrong: <FileDrop {...words} error="tides.exe cannot be used here" onFiles={() => {}} />,
})
