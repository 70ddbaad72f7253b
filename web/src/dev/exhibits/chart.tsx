// Exhibits of charts.
import { Chart } from '../../ui/chart/chart.tsx'
import { exhibit } from '../exhibit.ts'

const weeks = Array.from({ length: 12 }, (_, i) => `W ${i + 1}`)
const wave = (base: number, amplitude: number) => weeks.map((_, i) => Math.round(base + amplitude * Math.sin(i / 2 + base)))

const faculties = ['Faculty of Marine and Freshwater Science', 'Department of Applied Statistics', 'Institute of Languages', 'Law']

export default exhibit({
  'line, with gaps and long names': (
    <Chart
      kind="line"
      title="Hours of learning in each faculty, week by week"
      summary="Every faculty learned more at the end of the term."
      labels={weeks}
      series={faculties.map((name, index) => ({ name, values: wave(30 + index * 12, 9).map((value, i) => (i === 5 ? null : value)) }))}
      unit="h"
    />
  ),
  'bars of long names': (
    <Chart
      kind="bar"
      title="Handed in"
      summary="Most was handed in by the Faculty of Marine Science."
      labels={faculties}
      series={[{ name: 'Handed in', values: [98, 64, 0, null] }]}
      unit="%"
    />
  ),

  line: (
    <Chart
      kind="line"
      title="Active students"
      summary="Active students rose from 41 to 68 in twelve weeks."
      labels={weeks}
      series={['Marine Biology', 'Statistics', 'Art History', 'Computing', 'Languages'].map((name, i) => ({
        name,
        values: wave(40 + i * 9, 14),
      }))}
    />
  ),
  bar: (
    <Chart
      kind="bar"
      title="Hours watched"
      summary="Most hours were watched on Wednesday."
      labels={['Mon', 'Tue', 'Wed', 'Thu', 'Fri']}
      series={[{ name: 'Hours', values: [12, 18.5, 24, 9, 3] }]}
    />
  ),
  distribution: (
    <Chart
      kind="distribution"
      title="Marks of Lab report 2"
      summary="Half of the marks lie between 70 and 90."
      labels={['0–50', '50–60', '60–70', '70–80', '80–90', '90–100']}
      series={[{ name: 'Students', values: [2, 3, 6, 11, 9, 3] }]}
    />
  ),
  'heat map': (
    <Chart
      kind="heat"
      title="When people learn"
      summary="Most activity is on Tuesday evening."
      labels={['8', '10', '12', '14', '16', '18', '20', '22']}
      series={['Mon', 'Tue', 'Wed'].map((name, i) => ({ name, values: [1, 4, 8, 3, null, 9 + i, 20 - i, 5] }))}
    />
  ),
})
