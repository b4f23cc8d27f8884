{ The grader in Free Pascal over include/coprobber.pas; grader_core.h describes the input, the checks and the verdicts. }
program grader;

{$mode objfpc}

uses
  coprobber;

const
  OK = 0;
  WRONG = 1;
  BAD_INPUT = 2;

type
  TGoes = array[0..MAX_N - 1, 0..MAX_N] of LongInt;
  TSeen = array[0..MAX_N - 1, 0..MAX_N - 1] of Boolean;

var
  n: LongInt;
  copCanWin: LongInt;
  streets, shown: TStreets;
  robberGoes: TGoes;
  seen: TSeen;
  worst, status, at: LongInt;
  source: Text;
  buffer: array[0..65535] of Char;

function Wrongly(const fault: string): LongInt;
begin
  WriteLn('WRONG ', fault);
  Wrongly := WRONG;
end;

function BadInput(const fault: string): LongInt;
begin
  WriteLn('BAD INPUT ', fault);
  BadInput := BAD_INPUT;
end;

function ReadNumber(highest: LongInt; out number: LongInt): Boolean;
begin
  {$I-}
  Read(source, number);
  {$I+}
  ReadNumber := (IOResult = 0) and (number >= 0) and (number <= highest);
end;

function ReadGame: LongInt;
var
  row, column, street: LongInt;
begin
  if not ReadNumber(MAX_N, n) or (n = 0) then
    exit(BadInput('the first number is not a number of corners in 1..500'));
  FillChar(streets, SizeOf(streets), 1);
  for row := 0 to n - 1 do
    for column := 0 to n - 1 do
    begin
      if not ReadNumber(1, street) then
        exit(BadInput('the matrix holds something other than 0 and 1'));
      streets[row, column] := street;
    end;
  if not ReadNumber(1, copCanWin) then
    exit(BadInput('no 0 or 1 after the matrix to say whether the cop can win'));
  if copCanWin = 1 then
    for row := 0 to n - 1 do
      for column := 0 to n do
        if not ReadNumber(n - 1, robberGoes[row, column]) then
          exit(BadInput('the robber''s table names what is no corner'));
  shown := streets;
  ReadGame := OK;
end;

function RobberMayGo(from, onto: LongInt): Boolean;
var
  other: LongInt;
begin
  if streets[from, onto] <> 0 then
    exit(true);
  for other := 0 to n - 1 do
    if streets[from, other] <> 0 then
      exit(false);
  RobberMayGo := from = onto;
end;

function MatrixStands: Boolean;
begin
  MatrixStands := CompareByte(shown, streets, SizeOf(streets)) = 0;
end;

function Caught(first, plies: LongInt): LongInt;
begin
  if not MatrixStands then
    exit(Wrongly('the matrix was written to'));
  Write('OK caught from corner ', first, ' in ', plies);
  if plies = 1 then
    WriteLn(' ply')
  else
    WriteLn(' plies');
  Caught := OK;
end;

function PlayGame: LongInt;
var
  first, cop, robber, next, flees, plies: LongInt;
begin
  first := start(n, shown);
  if (first <> -1) <> (copCanWin = 1) then
    exit(Wrongly('start and the input disagree on whether the cop can win'));
  if first = -1 then
  begin
    if not MatrixStands then
      exit(Wrongly('the matrix was written to'));
    WriteLn('OK escape');
    exit(OK);
  end;
  if (first < 0) or (first >= n) then
    exit(Wrongly('start says what is no corner'));
  cop := first;
  robber := robberGoes[cop, n];
  plies := 0;
  if robber = cop then
    exit(Caught(first, plies));
  FillChar(seen, SizeOf(seen), 0);
  while true do
  begin
    next := nextMove(robber);
    if (next < 0) or (next >= n) then
      exit(Wrongly('nextMove says what is no corner'));
    if (next <> cop) and (streets[cop, next] = 0) then
      exit(Wrongly('nextMove goes where no street leads'));
    if cop <> robber then
      Inc(plies);
    cop := next;
    if seen[cop, robber] then
      exit(Wrongly('cop and robber have stood like this before'));
    seen[cop, robber] := true;
    if cop = robber then
      exit(Caught(first, plies));
    flees := robberGoes[cop, robber];
    if not RobberMayGo(robber, flees) then
      exit(BadInput('the robber''s table takes him where no street leads'));
    robber := flees;
    Inc(plies);
  end;
end;

begin
  worst := OK;
  for at := 1 to ParamCount do
  begin
    Assign(source, ParamStr(at));
    SetTextBuf(source, buffer);
    Reset(source);
    status := ReadGame;
    if status = OK then
      status := PlayGame;
    Close(source);
    if status > worst then
      worst := status;
  end;
  Halt(worst);
end.
