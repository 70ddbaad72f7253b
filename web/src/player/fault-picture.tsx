// Picture of a film that does not play: a strip torn in two, with the waves of a course's cover. Decoration; its box says what happened.
const holes = (xs: number[]) => xs.flatMap((x) => [`M${x} 16h6v5h-6z`, `M${x} 59h6v5h-6z`]).join('')

export function FaultPicture({ className }: { className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 128 80" fill="none" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round" className={className}>
      <g stroke="#aab4b5" fill="rgb(255 255 255/.06)">
        <path d="M10 10h48l-7 15 9 15-9 15 6 15H10a4 4 0 0 1-4-4V14a4 4 0 0 1 4-4z" />
        <path d={holes([13, 25, 37])} fill="none" />
        <path d="M13 36q5-5 10 0t10 0 10 0M13 44q5-5 10 0t10 0 10 0" fill="none" stroke="var(--accent-line)" />
        <g transform="rotate(7 98 40) translate(2 1)">
          <path d="M68 10h50a4 4 0 0 1 4 4v52a4 4 0 0 1-4 4H67l-6-15 9-15-9-15z" />
          <path d={holes([82, 94, 106])} fill="none" />
          <path d="M88 30l18 10-18 10z" stroke="#ff9f97" fill="rgb(255 159 151/.14)" />
        </g>
      </g>
    </svg>
  )
}
