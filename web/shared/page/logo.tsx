/** Renders the logo of the panel: a dial, its gnomon and its shadow. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden className="shrink-0">
      <rect width="32" height="32" rx="8" className="fill-accent-fill" />
      <path d="M7 21a9 9 0 0 1 18 0" fill="none" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <path d="M16 21 21.5 10.5" stroke="#fff" strokeWidth="2.4" strokeLinecap="round" />
      <path d="M6 24.5h20" stroke="#fff" strokeWidth="2" strokeLinecap="round" opacity="0.55" />
    </svg>
  );
}
