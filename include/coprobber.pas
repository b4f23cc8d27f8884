{ Cop and robber (BOI 2014) for Free Pascal: the functions of coprobber.h, by their C names.

  Integers are LongInt, C's 32-bit int; Integer has 16 bits in a plain Pascal program. The streets are bytes, any nonzero
  one true, C's bool as far as memory goes. The library reads them during the call to start only, and never writes to them.

  -Fl<folder> says where libpursuit.so is, or libpursuit.a where no .so stands beside it; the archive needs -k-lgcc_s, GCC's
  unwinder, too. }
unit coprobber;

{$mode objfpc}

interface

const
  MAX_N = 500;

type
  { streets[i, j] is nonzero where a street leads from corner i to corner j. }
  TStreets = array[0..MAX_N - 1, 0..MAX_N - 1] of Byte;

{ The cop's first corner among n, or -1 when no corner forces capture. }
function start(n: LongInt; constref a: TStreets): LongInt; cdecl; external 'pursuit' name 'start';

{ The cop's corner after his next move, with the robber on r; -1 when there is none to give. }
function nextMove(r: LongInt): LongInt; cdecl; external 'pursuit' name 'nextMove';

implementation

{$linklib c}

end.
