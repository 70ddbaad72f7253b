/** The fault of the parts of a question together: which is right, whether there are any. It has no field, so it is read out by itself. */
export const WholeFault = ({ text }: { text: string | undefined }) =>
  text ? (
    <p role="alert" className="text-caption text-bad-text">
      {text}
    </p>
  ) : null
