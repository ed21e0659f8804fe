! SPDX-License-Identifier: EPL-2.0
! A program to be debugged: each rank doubles its number, and rank 0 prints the sum.

program mpi_doubles
    use mpi
    implicit none
    integer :: rank, doubled, total, problem

    call MPI_Init(problem)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, problem)
    call twice(rank, doubled)
    call MPI_Reduce(doubled, total, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, problem)
    if (rank == 0) print '(a, i0)', 'sum is ', total
    call MPI_Finalize(problem)

contains

    subroutine twice(number, result)
        integer, intent(in) :: number
        integer, intent(out) :: result
        integer :: copy

        copy = number
        result = copy + number ! breakpoint
    end subroutine

end program
