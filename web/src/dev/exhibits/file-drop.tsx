import { useState } from 'react'
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

export default exhibit({
  default: Drop,
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
