/** What a total lacks, where the service says so. */
export function Coverage({ share }: { share: number | null }) {
  if (share === null || share >= 1) return null
  const percent = Math.floor(share * 1000) / 10
  return (
    <span className="coverage">
      {percent}% of the sources that were due
      <meter min={0} max={1} value={share} aria-label="Coverage" />
    </span>
  )
}
